import { expect, test } from "vitest";
import { countAnswered, listItems } from "#components/sitting/navigation/overview-items.ts";
import { answerValue } from "#lib/sittings/schema.ts";
import { questionsSchema } from "#lib/studies/schema.ts";

test("a case that can't be read is told apart, and done", () => {
  const questions = questionsSchema.parse({ reason: "required", mayPass: true });
  const given = [{ choice: 1, reason: "The bells." }, { cannotRead: true }, { choice: 1 }, {}];
  const items = listItems(
    given.map((value) => ({ isPractice: false, answer: answerValue.parse(value) })),
    questions,
  );
  expect(items.map(({ state }) => state)).toEqual(["answered", "passed", "partly", "open"]);
  expect(countAnswered(items)).toBe(2);
});
