import { expect, test } from "vitest";
import { drawOverview } from "#lib/results/render/forest.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const plain = makeRandomRows({ people: 20, cases: 30, runs: 4, seed: 23, isSelected: false });
const names = ["gpt-4o", "DeepSeek R1", "deepseek-r1", "made-up-1"];
/** Declared to be of the paper, or not; two of its runs go by the same name. */
const rowsOf = (published: "personaeval" | null): StudyRows => ({
  ...plain,
  runs: plain.runs.map((run, i) => ({ ...run, model: names[i] ?? run.model })),
  study: { ...plain.study, benchmark: { ...plain.study.benchmark, published } },
});

function rowsDrawn(rows: StudyRows, withPublished: boolean) {
  const made = drawOverview(rows, mainView("people"), { locale: "en", withPublished });
  if (made?.figure.kind !== "forest") throw new Error("nothing to draw");
  return made.figure.input.groups.flatMap((group) => group.rows);
}

test("published figures are there where they are asked for and the cases are the paper's by an admin's word", () => {
  const all = { asked: rowsDrawn(rowsOf("personaeval"), true), others: rowsDrawn(rowsOf(null), true) };
  const isPublished = ({ kind, published }: (typeof all.asked)[number]) =>
    kind === "published" || published !== undefined;
  expect(all.others.filter(isPublished)).toEqual([]);
  expect(rowsDrawn(rowsOf("personaeval"), false).filter(isPublished)).toEqual([]);
  expect(all.asked.filter(isPublished).length).toBeGreaterThan(10);
});

test("a printed figure stands on the row of its model alone; where it could be of two, on one of its own", () => {
  const drawn = rowsDrawn(rowsOf("personaeval"), true);
  const marked = drawn.filter(({ published }) => published !== undefined).map(({ label }) => label);
  expect(marked).toEqual(["People", "gpt-4o"]);
  const own = drawn.filter(({ kind }) => kind === "published").map(({ label }) => label);
  expect(own).toHaveLength(18);
  expect(own).toContain("DeepSeek-R1");
  expect(own).not.toContain("GPT-4o");
});
