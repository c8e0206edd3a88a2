import { expect, test } from "vitest";
import { clusterUnitOf, formatClusters, wordClusters } from "#lib/study-results/cluster-words.ts";
import { packParts } from "#lib/study-results/across/across.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const view: View = { ...mainView("people"), stratum: "all" };
const made = makeRandomRows({ people: 8, cases: 60, runs: 1, seed: 5 });
const withCases = (change: (at: number) => object): StudyRows => ({
  ...made,
  cases: made.cases.map((row, at) => ({ ...row, ...change(at) })),
});

test("persons who stand in every track count once, and are called persons", () => {
  const grouped = withCases((at) => ({ group: `person ${at % 10}` }));
  expect(new Set(grouped.cases.map(({ track }) => track)).size).toBe(3);
  const { works } = getIntervals(grouped, view);
  expect(works).toBe(10);
  const [packed] = packParts([{ rows: grouped, view }]);
  expect(new Set(packed?.clusterOf).size).toBe(10);
  expect(clusterUnitOf(grouped)).toBe("group");
  const study = {
    ...grouped.study,
    benchmark: { ...grouped.study.benchmark, clusterUnit: "person" as const },
  };
  expect(wordClusters({ ...grouped, study }, works, "en")).toEqual({
    works: 10,
    clusters: "10 persons",
    unit: "person",
  });
  expect(wordClusters({ ...grouped, study }, works, "zh-CN").clusters).toBe("10 个人物");
});

test("where nobody says what they are, cases with sources come from works", () => {
  expect(clusterUnitOf(withCases((at) => ({ source: `book ${at % 7}` })))).toBe("work");
  expect(formatClusters(1, "work", "en")).toBe("1 work");
});
