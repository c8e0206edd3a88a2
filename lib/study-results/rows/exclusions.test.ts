import { describe, expect, test } from "vitest";
import { findExclusions, isHasty } from "#lib/study-results/rows/exclusions.ts";
import { rulesSchema } from "#lib/studies/schema.ts";

const facts = {
  isSubmitted: true,
  isRunning: false,
  failedChecks: 0,
  failedComprehension: false,
  times: [5000, 9000],
  byHand: null,
};
const reasons = (given: Partial<Parameters<typeof findExclusions>[0]>, rules: object) =>
  findExclusions({ ...facts, ...given }, rulesSchema.parse(rules)).map(({ reason }) => reason);

describe("somebody is left out", () => {
  test.each([
    ["by nobody's rule", {}, {}, []],
    ["with more failed checks than allowed", { failedChecks: 2 }, { failedChecks: 1 }, ["failed_checks"]],
    ["not with as many as allowed", { failedChecks: 1 }, { failedChecks: 1 }, []],
    ["not for checks where that is no rule", { failedChecks: 9 }, {}, []],
    [
      "with the instructions misunderstood twice, where that is the rule",
      { failedComprehension: true },
      { comprehension: "exclude" },
      ["failed_comprehension"],
    ],
    ["not where that is only recorded", { failedComprehension: true }, { comprehension: "record" }, []],
    ["not for it in a plan that has no such rule", { failedComprehension: true }, {}, []],
    ["without having submitted, once the study is over", { isSubmitted: false }, {}, ["incomplete"]],
    ["not while they may still go on", { isSubmitted: false, isRunning: true }, {}, []],
    ["not where the incomplete count", { isSubmitted: false }, { incomplete: false }, []],
    ["by hand, with what was written", { byHand: { note: "by phone" } }, {}, ["by_hand"]],
    ["in haste", { times: [1000, 1000, 9000] }, { haste: { seconds: 4, share: 0.5 } }, ["haste"]],
    [
      "for several reasons at once",
      { isSubmitted: false, failedChecks: 3, byHand: { note: "" } },
      { failedChecks: 0 },
      ["by_hand", "failed_checks", "incomplete"],
    ],
  ])("%s", (_, given, rules, expected) => {
    expect(reasons(given, rules)).toEqual(expected);
  });
});

test("haste is more than the share of cases, and less than the seconds", () => {
  const rule = { seconds: 4, share: 0.5 };
  expect([[3999, 4000], [3999, 3999, 4000], [4000, 4000], []].map((times) => isHasty(times, rule))).toEqual([
    false,
    true,
    false,
    false,
  ]);
});
