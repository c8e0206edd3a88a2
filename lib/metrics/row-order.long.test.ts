import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectSame } from "#lib/metrics/testing/expect-same.ts";
import { drawListed, layOut, shuffleListed } from "#lib/metrics/testing/listed-rows.ts";
import { byNumber, byRows } from "#lib/metrics/testing/measures-of-rows.ts";

/** The later ones are those in which an order was once told from another. */
const studies = [1, 2, 3, 4, 5, 6, 7, 8, 10, 33, 64, 178, 1199];

test.each(Object.keys({ ...byRows, ...byNumber }))(
  "%s: the same in whatever order rows are listed",
  (name) => {
    const figuresOf = byRows[name] ?? byNumber[name];
    for (const seed of studies) {
      const [study, isByName] = [drawListed(seed), name in byNumber];
      const here = figuresOf?.(layOut(study, isByName));
      const there = figuresOf?.(layOut(shuffleListed(study, seed), isByName));
      expectSame(there, here, `study ${seed}`);
    }
  },
);

/** What takes no rows: counts that are made already, rules, single texts; answers one after the other; and plans, which have none yet. */
const withoutRows = [
  "claim",
  "review/coverage",
  "review/expected-checks",
  "review/review-reasons",
  "scores/choice-entropy",
  "scores/fewer-votes",
  "scores/straight-lining",
  "tests/clopper-pearson",
  "tests/paired-difference",
  "tests/paired-permutation",
  "tests/two-proportions",
  "text/overlap",
  "text/rouge-l",
];

test("everything in this folder that takes rows is held to it", () => {
  const imports = /^(?:import|export)\s+(?!type\b)(?:[^;"']*?\sfrom\s+)?"#(lib\/metrics\/[^"]+)"/gm;
  const reached = new Set(["lib/metrics/row-order.long.test.ts"]);
  for (const file of reached)
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(imports)) reached.add(name);
  const left = globSync("lib/metrics/**/*.ts").filter(
    (file) => !/\.test\.ts$|\/(testing|oracle|power)\//.test(file) && !reached.has(file),
  );
  const names = left.map((file) => file.slice("lib/metrics/".length, -".ts".length));
  expect(names.toSorted()).toEqual(withoutRows);
});
