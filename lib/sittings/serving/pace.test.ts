import { describe, expect, test } from "vitest";
import { estimateMinutes, turnStretch, type WorkStretch } from "#lib/sittings/serving/pace.ts";
import { answerValue, type CaseQuestions } from "#lib/sittings/answers/schema.ts";
import { questionsSchema } from "#lib/studies/schema.ts";

const ask = (plan: object): CaseQuestions => ({ ...questionsSchema.parse(plan), kind: "choice" });
const asked = ask({});
const minute = 60_000;
const answered = (seconds: number) => ({
  asked,
  answer: answerValue.parse({ choice: 0, activeMs: seconds * 1000 }),
});
const open = { asked, answer: null };
const left = (times: readonly number[], count: number) =>
  estimateMinutes([...times.map(answered), ...Array.from({ length: count }, () => open)]);

describe("about how many minutes are left", () => {
  test.each([
    ["nothing before the fifth case", [30, 30, 30, 30], 10, null],
    ["the median of the cases answered, for each that is left", [10, 30, 30, 30, 600], 10, 5],
    ["between the two in the middle", [20, 20, 20, 40, 40, 40], 10, 5],
    ["cases without a known time don't count", [30, 30, 30, 30, 0], 10, null],
    ["never less than one", [1, 1, 1, 1, 1], 1, 1],
    ["nothing once all is answered", [30, 30, 30, 30, 30], 0, null],
  ])("%s", (_what, times, count, expected) => {
    expect(left(times, count)).toBe(expected);
  });

  test("a case that lacks something is still left", () => {
    const five = Array.from({ length: 5 }, () => answered(60));
    const unfinished = { asked, answer: answerValue.parse({ activeMs: 1000 }) };
    expect(estimateMinutes([...five, unfinished])).toBe(1);
  });
});

describe("a break", () => {
  const start: WorkStretch = { from: 0, turnedAt: 0, activeThen: 0 };
  const minutes = 20;

  test("is due after so many active minutes, and again only after as many", () => {
    const early = turnStretch(start, { at: 19 * minute, activeMs: 19 * minute, minutes });
    expect(early.isDue).toBe(false);
    const due = turnStretch(early.stretch, { at: 21 * minute, activeMs: 20 * minute, minutes });
    expect(due.isDue).toBe(true);
    const after = turnStretch(due.stretch, { at: 22 * minute, activeMs: 21 * minute, minutes });
    expect(after.isDue).toBe(false);
  });

  test("that somebody took by themselves begins a new stretch", () => {
    const worked = turnStretch(start, { at: 19 * minute, activeMs: 19 * minute, minutes });
    const back = turnStretch(worked.stretch, { at: 30 * minute, activeMs: 20 * minute, minutes });
    expect(back.isDue).toBe(false);
    expect(back.stretch.from).toBe(20 * minute);
  });
});
