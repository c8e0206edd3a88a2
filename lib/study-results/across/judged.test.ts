import { expect, test } from "vitest";
import { sortParts } from "#lib/study-results/across/across.ts";
import { getJudgedTables } from "#lib/study-results/across/judged.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { makeLabelledRows } from "#lib/study-results/testing/labelled-rows.ts";
import { makeRatedRows } from "#lib/study-results/testing/rated-rows.ts";
import { renderOwnResults } from "#lib/study-results/kinds/registry.ts";
import { resolveScale } from "#lib/task-kinds/scale.ts";

const named = (rows: StudyRows, slug: string, change: Partial<StudyRows["study"]> = {}): StudyRows => ({
  ...rows,
  study: { ...rows.study, slug, title: slug, ...change },
});
const rated = { groups: 12, raters: 4, tracks: ["Gold"], models: ["quill-4"] };
const first = named(makeRatedRows({ seed: 11, ...rated }), "first");
const second = named(makeRatedRows({ seed: 12, ...rated, methods: ["MIRROR", "Zero-shot"] }), "second");
const ask = (...all: readonly StudyRows[]) =>
  sortParts(
    all.map((rows) => ({ rows, pick: { slug: rows.study.slug, cohort: null } })),
    {},
  );
const tablesOf = (...all: readonly StudyRows[]) => getJudgedTables(ask(...all).judged);

test("ratings on one scale stand side by side, origin by origin, as each study's own page has them", async () => {
  const { parts, judged, notShown } = ask(first, second);
  expect([parts, notShown]).toEqual([[], []]);
  const [table, ...others] = await getJudgedTables(judged);
  expect(others).toEqual([]);
  expect(table).toMatchObject({ kind: "rating", measure: "mean", name: "rolethink-gold", isNamesake: false });
  expect(table?.rows.map(({ part, figure }) => [figure.origin[0], part.rows.study.slug])).toEqual([
    ["Zero-shot", "first"],
    ["Zero-shot", "second"],
    ["Few-shot", "first"],
    ["MIRROR", "first"],
    ["MIRROR", "second"],
  ]);
  for (const part of judged) {
    const { ratings } = await renderOwnResults(part.rows, part.view);
    const told = table?.rows.filter((row) => row.part === part).map(({ figure }) => figure) ?? [];
    for (const { values, people } of ratings?.parts[0]?.origins ?? []) {
      const figure = told.find(({ origin }) => String(origin) === String(values));
      const { mean, low, high, reason } = people;
      expect(figure).toMatchObject({ mean, low, high, reason });
    }
    expect(told.map(({ n }) => n)).toEqual(told.map(() => ({ answers: 48, people: 4, cases: 12 })));
  }
});

test("another scale, another kind, and another wording of the same name have tables of their own", async () => {
  const worded = (name: string, label: string) => ({
    ...resolveScale("rolethink-gold"),
    name,
    question: { en: label },
  });
  const ofOwn = (slug: string, label: string) => {
    const rows = makeRatedRows({ seed: 13, ...rated });
    return named(
      { ...rows, cases: rows.cases.map((row) => ({ ...row, noted: worded("own", label) })) },
      slug,
    );
  };
  const labelled = named(makeLabelledRows({ seed: 3, groups: 12, people: 4 }), "labelled");
  const tables = await tablesOf(first, ofOwn("one", "How good?"), ofOwn("other", "How true?"), labelled);
  expect(tables.map(({ kind, measure, name, isNamesake }) => [kind, measure, name, isNamesake])).toEqual([
    ["rating", "mean", "rolethink-gold", false],
    ["rating", "mean", "own", true],
    ["rating", "mean", "own", true],
    ["label", "share", "interviewsim-consistency", false],
  ]);
  const contradictions = tables[3]?.rows.filter(({ figure }) => figure.of === "Contradiction");
  expect(contradictions).toHaveLength(2);
  expect(contradictions?.every(({ figure: { mean, low } }) => low !== null && low < (mean ?? 0))).toBe(true);
});

test("of a study that people still answer no interval is told, of too few answers nothing", async () => {
  const { design } = first.study;
  const running = named(first, "running", {
    state: "open",
    design: { ...design, rules: { ...design.rules, interim: true } },
  });
  const [table] = await tablesOf(running);
  expect(table?.rows.map(({ figure: { low, reason } }) => [low, reason])).toEqual([
    [null, "interim"],
    [null, "interim"],
    [null, "interim"],
  ]);
  const [few] = await tablesOf(makeRatedRows({ seed: 11, ...rated, groups: 3 }));
  expect(few?.rows.some(({ figure }) => figure.isClaimable)).toBe(false);
});

test("strengths hold within one study, and a kind without figures says that nothing is right or wrong", () => {
  const pairs = named({ ...first, kind: "pair", kinds: ["pair"] }, "pairs");
  const texts = named({ ...first, kind: "texts", kinds: ["texts"] }, "texts");
  const { judged, notShown } = ask(pairs, texts);
  expect([judged, notShown.map(({ why }) => why)]).toEqual([[], ["study_bound", "no_right"]]);
});
