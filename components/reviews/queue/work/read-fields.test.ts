import { describe, expect, test } from "vitest";
import type { LeasedItem } from "#components/reviews/queue/device/open-queue.ts";
import {
  maxInComment,
  readAudit,
  readBlind,
  readCheck,
  readDecided,
  withQuotes,
} from "#components/reviews/queue/work/read-fields.ts";

const shown = { kind: "choice", language: "en", content: {}, names: [] } as const;
const item: LeasedItem = {
  number: 4,
  round: 2,
  returned: null,
  place: 1,
  until: "",
  shown,
  decisionId: "d",
  blind: null,
  decision: { accepts: false, reason: "unclear", comment: "" },
  check: {
    id: "c",
    isRight: true,
    errorType: null,
    correctedAccepts: null,
    correctedReason: null,
    comment: "",
  },
};
const form = (fields: Record<string, string>) => ({ get: (name: string) => fields[name] ?? null });

test("a decision is accepting, or rejecting with a reason", () => {
  const comment = "Two of them answer.";
  expect(readDecided(form({ comment }), item)).toEqual({ missing: "decision" });
  expect(readDecided(form({ decision: "accept", comment }), item)).toEqual({
    given: { to: "decisions", number: 4, round: 2, accepts: true, reason: null, comment },
  });
  expect(readBlind(form({ decision: "reject poor_text" }), item)).toEqual({
    given: {
      to: "blind",
      number: 4,
      round: 2,
      place: 1,
      decisionId: "d",
      accepts: false,
      reason: "poor_text",
    },
  });
});

describe("a check", () => {
  const about = { to: "checks", number: 4, round: 2, place: 1, decisionId: "d", comment: "" };
  const wrong = { verdict: "wrong", errorType: "missed" };

  test("that says right says nothing else, whatever was chosen before", () => {
    const right = { isRight: true, errorType: null, correctedAccepts: null, correctedReason: null };
    expect(readCheck(form({ ...wrong, corrected: "accept", verdict: "right" }), item)).toEqual({
      given: { ...about, ...right },
    });
  });

  test("that says wrong says how, and what would have been right", () => {
    expect(readCheck(form({}), item)).toEqual({ missing: "verdict" });
    expect(readCheck(form({ verdict: "wrong" }), item)).toEqual({ missing: "errorType" });
    expect(readCheck(form(wrong), item)).toEqual({ missing: "corrected" });
    expect(readCheck(form({ ...wrong, corrected: "reject unclear" }), item)).toEqual({ missing: "same" });
    expect(readCheck(form({ ...wrong, corrected: "accept" }), item)).toEqual({
      given: { ...about, isRight: false, errorType: "missed", correctedAccepts: true, correctedReason: null },
    });
  });
});

test("an audit is of the check that was shown", () => {
  expect(readAudit(form({}), item)).toEqual({ missing: "agrees" });
  expect(readAudit(form({ agrees: "no" }), item)).toEqual({
    given: { to: "audits", number: 4, round: 2, place: 1, checkId: "c", agrees: false, comment: "" },
  });
});

const mark = (quote: string) => ({ from: { piece: 0, offset: 0 }, to: { piece: 0, offset: 1 }, quote });

test("what is marked is quoted in a comment once, beneath what was written, as far as there is room", () => {
  expect(withQuotes("", [mark("Three of us"), mark("and Ruth")])).toBe("“Three of us”\n“and Ruth”");
  expect(withQuotes("A panel.\n", [mark("Three of us")])).toBe("A panel.\n“Three of us”");
  expect(withQuotes("“Three of us” says it.", [mark("Three of us")])).toBe("“Three of us” says it.");
  const full = "x".repeat(maxInComment - 6);
  expect(withQuotes(full, [mark("too long"), mark("abc")])).toBe(`${full}\n“abc”`);
});
