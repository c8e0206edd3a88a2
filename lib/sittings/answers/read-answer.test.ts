import { describe, expect, test } from "vitest";
import { listMissing } from "#lib/sittings/answers/completeness.ts";
import { readAnswer } from "#lib/sittings/answers/read-answer.ts";
import { answerValue, type CaseQuestions } from "#lib/sittings/answers/schema.ts";
import { questionsSchema } from "#lib/studies/schema.ts";

const ask = (plan: object): CaseQuestions => ({ ...questionsSchema.parse(plan), kind: "choice" });
const everything = ask({
  confidence: { ask: "required", form: "slider" },
  reason: "required",
  knowsWork: "required",
});
const inOptions = ask({ confidence: { ask: "required", form: "options" } });
const onlyChoice = ask({ flag: "off" });

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
const percents = (...given: string[]) =>
  formOf(Object.fromEntries(given.map((value, option) => [`probability-${option}`, value])));

describe("a case's form", () => {
  test("says all that is asked", () => {
    const form = formOf({ choice: "2", confidence: "73", reason: "The tide.", knowsWork: "no", flag: "on" });
    const { value, problem } = readAnswer(form, 3, everything);
    expect(problem).toBeNull();
    expect(answerValue.parse(value)).toEqual(value);
    expect(value).toMatchObject({
      choice: 2,
      confidence: 0.73,
      reason: "The tide.",
      knowsWork: false,
      isFlagged: true,
    });
    expect(listMissing(value, everything)).toEqual([]);
  });

  test("says how the profiles stood, where the plan records it", () => {
    const recording = ask({ profiles: "open" });
    const unfolded = (told: string, questions = recording) =>
      readAnswer(formOf({ unfolded: told }), 3, questions).value.unfolded;
    expect([unfolded("yes"), unfolded("no"), unfolded("")]).toEqual([true, false, null]);
    expect(unfolded("yes", onlyChoice)).toBeNull();
  });

  test("says nothing that isn't asked", () => {
    const form = formOf({ choice: "0", confidence: "73", reason: "No.", knowsWork: "yes", flag: "on" });
    const { value } = readAnswer(form, 3, onlyChoice);
    expect(value).toEqual(answerValue.parse({ choice: 0 }));
  });

  test("says that the case can't be read, where that is offered, in place of the choice and how sure one is", () => {
    const form = formOf({ choice: "unreadable", confidence: "73" });
    const { value } = readAnswer(form, 3, { ...everything, mayPass: true });
    expect(value).toEqual(answerValue.parse({ cannotRead: true }));
    expect(listMissing(value, everything)).toEqual([]);
    expect(readAnswer(form, 3, everything).value).toMatchObject({ choice: null, cannotRead: false });
  });

  test.each(["3", "-1", "1.5", "", "one"])("takes no choice that the case doesn't have: %j", (choice) => {
    expect(readAnswer(formOf({ choice }), 3, onlyChoice).value.choice).toBeNull();
  });

  test.each([
    [["60", "40", ""], [0.6, 0.4, 0], null],
    [["100", "0", "0"], [1, 0, 0], null],
    [["", "", ""], [], null],
    [["60", "30", ""], [], "probabilities"],
    [["60", "50", "0"], [], "probabilities"],
    [["99.5", "0.5", "0"], [], "probabilities"],
  ])("adds percents up: %j", (given, shares, expected) => {
    const { value, problem } = readAnswer(percents(...given), 3, inOptions);
    expect(value.probabilities).toEqual(shares);
    expect(problem?.says ?? null).toBe(expected);
  });
});

test("what is missing is what the study requires", () => {
  expect(listMissing(null, everything)).toEqual(["choice", "confidence", "reason", "knowsWork"]);
  const blank = answerValue.parse({ choice: 1, reason: " \n", knowsWork: false });
  expect(listMissing(blank, everything)).toEqual(["confidence", "reason"]);
  expect(listMissing(answerValue.parse({ choice: 1 }), onlyChoice)).toEqual([]);
  expect(listMissing(answerValue.parse({ choice: 1, probabilities: [1, 0] }), inOptions)).toEqual([]);
});
