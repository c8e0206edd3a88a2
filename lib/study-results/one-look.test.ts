import { expect, test } from "vitest";
import { mainView } from "#lib/study-results/schema.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { makeLabelledRows } from "#lib/study-results/testing/labelled-rows.ts";
import { makeRatedRows } from "#lib/study-results/testing/rated-rows.ts";
import { writeOwnResults } from "#lib/task-kinds/result-registry.ts";

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

test.each(studies)(
  "while people still answer, results of %s have no interval and no test",
  async (_kind, rows, by) => {
    const { design } = rows.study;
    const running: StudyRows = {
      ...rows,
      study: {
        ...rows.study,
        state: "open",
        design: { ...design, rules: { ...design.rules, interim: true } },
      },
    };
    const closed = await writeOwnResults(rows, mainView("people"), by);
    const open = await writeOwnResults(running, mainView("people"), by);
    expect(gather(closed, ofOneLook).length).toBeGreaterThan(20);
    expect(gather(open, ofOneLook)).toEqual([]);
    expect(gather(open, ["reason"])).toContain("interim");
    const kept = ["n", "mean", "value", "share", "count", "difference", "groups", "rho"];
    expect(gather(open, kept)).toEqual(gather(closed, kept));
  },
);
