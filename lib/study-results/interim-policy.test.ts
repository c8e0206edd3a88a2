import { expect, test } from "vitest";
import { decideLooks, looksOf, type LookState } from "#lib/study-results/interim-policy.ts";
import { mainView } from "#lib/study-results/schema.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { makeLabelledRows } from "#lib/study-results/testing/labelled-rows.ts";
import { makeRatedRows } from "#lib/study-results/testing/rated-rows.ts";
import { renderOwnResults } from "#lib/study-results/kinds/registry.ts";

const labelled = makeLabelledRows({ seed: 5, groups: 12, people: 4 });
const studies: [kind: string, rows: StudyRows, by: string][] = [
  ["rating", makeRatedRows({ seed: 5, groups: 12, raters: 4, tracks: ["Gold"] }), "method,model"],
  ["label", labelled, "method"],
  // Which codes were found is a number, as which label was chosen.
  ["codes", { ...labelled, kind: "codes", kinds: ["codes"] }, "method"],
];

/** Every number under such a name, however deep it lies. */
function gather(document: unknown, names: readonly string[]): unknown[] {
  const found: unknown[] = [];
  JSON.stringify(document, (name, value: unknown) => {
    if (names.includes(name) && value !== null) found.push(value);
    return value;
  });
  return found;
}

const ofOneLook = ["low", "high", "p", "holm", "passes", "omega", "icc21Low"];

test.each<[what: string, course: [isRunning: boolean, interim: boolean, asPlanned: boolean], LookState]>([
  ["people answer, and results may be seen", [true, true, false], "running"],
  ["people answer, and the plan’s end is reached", [true, true, true], "running"],
  ["people answer, and nobody may look", [true, false, false], "one"],
  ["it was closed early, but nobody could look", [false, false, false], "one"],
  ["it wasn’t closed where its plan ends it", [false, true, false], "off_plan"],
  ["it was closed where its plan ends it", [false, true, true], "one"],
])("what figures hold for where %s", (_what, [isRunning, interim, asPlanned], looks) => {
  expect(decideLooks({ isRunning, interim, endedAsPlanned: () => asPlanned })).toBe(looks);
});

test("people and made-up people each have their own number", () => {
  const rows = seen(makeLabelledRows({ seed: 5, groups: 12, people: 4 }), "closed", 4);
  expect([looksOf(rows, "people"), looksOf(rows, "simulated")]).toEqual(["one", "off_plan"]);
});

/** The same study where results could be seen. */
function seen(rows: StudyRows, state: "open" | "closed", planned: number): StudyRows {
  const { design } = rows.study;
  const changed = {
    ...design,
    rules: { ...design.rules, interim: true },
    assignment: { ...design.assignment, people: planned },
  };
  return { ...rows, study: { ...rows.study, state, design: changed } };
}

test.each(studies)(
  "while people still answer, and where it didn’t end as planned, results of %s have no interval and no test",
  async (_kind, rows, by) => {
    const planned = await renderOwnResults(rows, mainView("people"), by);
    expect(gather(planned, ofOneLook).length).toBeGreaterThan(20);
    for (const state of ["open", "closed"] as const) {
      const held = await renderOwnResults(seen(rows, state, 100), mainView("people"), by);
      expect(gather(held, ofOneLook)).toEqual([]);
      expect(gather(held, ["reason"])).toContain("interim");
      const kept = ["n", "mean", "value", "share", "count", "difference", "groups", "rho"];
      expect(gather(held, kept)).toEqual(gather(planned, kept));
    }
  },
);
