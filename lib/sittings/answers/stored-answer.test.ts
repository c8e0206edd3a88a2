import { describe, expect, test } from "vitest";
import { answerValue, type AnswerValue, type CaseQuestions } from "#lib/sittings/answers/schema.ts";
import { toShown, toStored } from "#lib/sittings/answers/stored-answer.ts";
import { questionsSchema } from "#lib/studies/schema.ts";

const ask = (plan: object): CaseQuestions => ({ ...questionsSchema.parse(plan), kind: "choice" });
const order = [2, 0, 1];
const plain = ask({});
const all = ask({
  confidence: { ask: "optional", form: "options" },
  reason: "optional",
  knowsWork: "required",
});
const value = (given: Partial<AnswerValue>): AnswerValue => answerValue.parse(given);

describe("an answer", () => {
  test("is stored by the case's own order of options, whatever the order they were shown in", () => {
    expect([0, 1, 2].map((choice) => toStored(value({ choice }), order, plain)?.choice)).toEqual([2, 0, 1]);
    const shown = value({ choice: 0, probabilities: [0.5, 0.3, 0.2], knowsWork: true });
    expect(toStored(shown, order, all)).toMatchObject({ choice: 2, probabilities: [0.3, 0.2, 0.5] });
  });

  test("is shown again as it was given", () => {
    const given = value({ choice: 1, probabilities: [0.5, 0.3, 0.2], reason: "The bell.", knowsWork: false });
    const stored = toStored(given, order, all);
    expect(toShown(answerValue.parse(stored), order, "choice")).toEqual(given);
    expect(toShown(value({}), order, "choice")).toEqual(value({}));
  });

  test("may be without a choice yet", () => {
    expect(toStored(value({ isFlagged: true }), order, plain)).toMatchObject({
      choice: null,
      isFlagged: true,
    });
  });

  test.each([
    ["an option that wasn't shown", { choice: 3 }],
    ["probabilities of other options", { probabilities: [0.5, 0.5] }],
    ["probabilities that aren't whole", { probabilities: [0.5, 0.3, 0.1] }],
    ["a confidence where probabilities are asked", { confidence: 0.5 }],
  ])("is refused with %s", (_what, given) => {
    expect(toStored(value(given), order, all)).toBeNull();
  });

  test.each([{ confidence: 0.5 }, { probabilities: [1, 0, 0] }, { reason: "Why not" }, { knowsWork: true }])(
    "is refused with %o, which isn't asked",
    (given) => {
      expect(toStored(value(given), order, plain)).toBeNull();
    },
  );

  test("is refused with a mark where marks are off", () => {
    const flag = ask({ flag: "off" });
    expect(toStored(value({ isFlagged: true }), order, flag)).toBeNull();
  });

  test("may round probabilities to whole percents", () => {
    expect(toStored(value({ probabilities: [0.33, 0.33, 0.33] }), order, all)).not.toBeNull();
  });
});
