import { expect, test } from "vitest";
import { stepsOf, type OwnWork } from "#components/workbench/setup-steps.ts";
import { benchmarksPath, importPath, invitationsPath, newStudyPath, resultsPath } from "#lib/paths.ts";

const nothing: OwnWork = { benchmarks: [], studies: [], hasInvited: false };
const benchmark = { slug: "harbour", isDemo: false, cases: 12, runs: 0 };
const study = {
  slug: "night-watch",
  isDemo: false,
  state: "open" as const,
  sittings: { submitted: 0 },
  simulated: { submitted: 0 },
};
const told = (own: Partial<OwnWork>) =>
  stepsOf({ ...nothing, ...own }).map(({ isDone, href }) => [isDone, href]);

test("on an empty instance nothing is done, and each step leads to where it begins", () => {
  expect(told({})).toEqual([
    [false, benchmarksPath],
    [false, benchmarksPath],
    [false, newStudyPath],
    [false, "/studies"],
    [false, "/studies"],
  ]);
});

test("what is there is told from what is stored, and leads there", () => {
  const done = told({
    benchmarks: [{ ...benchmark, runs: 2 }],
    studies: [{ ...study, sittings: { submitted: 1 } }],
    hasInvited: true,
  });
  expect(done).toEqual([
    [true, importPath("harbour")],
    [true, importPath("harbour")],
    [true, newStudyPath],
    [true, invitationsPath("night-watch")],
    [true, resultsPath("night-watch")],
  ]);
});

test("the demo is nobody's own work", () => {
  const demo = {
    benchmarks: [{ ...benchmark, isDemo: true, runs: 2 }],
    studies: [{ ...study, isDemo: true }],
  };
  expect(told(demo).map(([isDone]) => isDone)).toEqual([false, false, false, false, false]);
});
