import { expect, test } from "vitest";
import { countAnswered, listItems } from "#components/sitting/navigation/overview-items.ts";
import { answerValue, type CaseQuestions } from "#lib/sittings/answers/schema.ts";
import { questionsSchema } from "#lib/studies/schema.ts";

const ask = (plan: object): CaseQuestions => ({ ...questionsSchema.parse(plan), kind: "choice" });

test("a case that can't be read is told apart, and done", () => {
  const asked = ask({ reason: "required", mayPass: true });
  const given = [{ choice: 1, reason: "The bells." }, { cannotRead: true }, { choice: 1 }, {}];
  const items = listItems(
    given.map((value) => ({ isPractice: false, asked, answer: answerValue.parse(value) })),
  );
  expect(items.map(({ state }) => state)).toEqual(["answered", "passed", "partly", "open"]);
  expect(countAnswered(items)).toBe(2);
});
