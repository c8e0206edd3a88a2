import { expect, test } from "vitest";
import { answerValue, type CaseQuestions } from "#lib/sittings/answers/schema.ts";
import { whereInstead } from "#lib/sittings/serving/where-next.ts";
import { questionsSchema } from "#lib/studies/schema.ts";

const ask = (plan: object): CaseQuestions => ({ ...questionsSchema.parse(plan), kind: "choice" });
const answer = answerValue.parse({ choice: 0 });
const oneWay = ask({ mayGoBack: false });
const progress = [
  { position: 1, isPractice: true, answer },
  { position: 2, isPractice: false, answer },
  { position: 3, isPractice: false, answer: null },
  { position: 4, isPractice: false, answer: null },
].map((one) => ({ ...one, asked: oneWay }));

test("where one may go back, every case is open", () => {
  const questions = ask({});
  expect(progress.map(({ position }) => whereInstead(progress, position, questions))).toEqual(
    progress.map(() => null),
  );
});

test("where one may not, a case before or after the present one leads to it; practice stays open", () => {
  expect(progress.map(({ position }) => whereInstead(progress, position, oneWay))).toEqual([
    null,
    3,
    null,
    3,
  ]);
});

test("with everything answered, the last case alone stays open", () => {
  const done = progress.map((one) => ({ ...one, answer }));
  expect(done.map(({ position }) => whereInstead(done, position, oneWay))).toEqual([null, 4, 4, null]);
});
