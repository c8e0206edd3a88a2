import { describe, expect, test } from "vitest";
import { findExclusions } from "#lib/study-results/rows/exclusions.ts";
import { rulesSchema } from "#lib/studies/schema.ts";

const facts = {
  isSubmitted: true,
  isRunning: false,
  failedChecks: 0,
  failedComprehension: false,
  pace: { times: [5000, 9000], arrivals: [6000, 17_000] },
  answered: { count: 50, of: 50 },
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
    [
      "with fewer answers than the plan asks for",
      { answered: { count: 24, of: 50 } },
      { minAnswered: 0.5 },
      ["too_few_answers"],
    ],
    ["not with as many", { answered: { count: 25, of: 50 } }, { minAnswered: 0.5 }, []],
    [
      "not for few answers while they may still go on",
      { answered: { count: 3, of: 50 }, isSubmitted: false, isRunning: true },
      { minAnswered: 0.5 },
      [],
    ],
    ["not for few answers in a plan that has no such rule", { answered: { count: 3, of: 50 } }, {}, []],
    ["by hand, with what was written", { byHand: { note: "by phone" } }, {}, ["by_hand"]],
    [
      "in haste",
      { pace: { times: [1000, 1000, 9000], arrivals: [] } },
      { haste: { seconds: 4, share: 0.5 } },
      ["haste"],
    ],
    [
      "in haste by the server’s clock, whatever the device claims",
      { pace: { times: [9000, 9000, 9000], arrivals: [300, 600, 900] } },
      { haste: { seconds: 4, share: 0.5, byServer: true } },
      ["haste"],
    ],
    [
      "not by the server’s clock where the plan doesn’t ask it",
      { pace: { times: [9000, 9000, 9000], arrivals: [300, 600, 900] } },
      { haste: { seconds: 4, share: 0.5 } },
      [],
    ],
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
