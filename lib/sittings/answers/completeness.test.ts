import { expect, test } from "vitest";
import { listMissing } from "#lib/sittings/answers/completeness.ts";
import { questionsSchema } from "#lib/studies/schema.ts";

const asked = (confidence: "slider" | "options") => ({
  ...questionsSchema.parse({
    confidence: { ask: "required", form: confidence },
    reason: "required",
    knowsWork: "required",
  }),
  kind: "choice" as const,
});
const given = {
  choice: 1,
  confidence: 0.5,
  probabilities: [],
  reason: "The bells.",
  knowsWork: true,
  cannotRead: false,
};

test.each([
  ["all of it", given, []],
  ["no choice", { ...given, choice: null }, ["choice"]],
  ["the least of everything", { ...given, choice: 0, confidence: 0, knowsWork: false }, []],
  ["no confidence", { ...given, confidence: null }, ["confidence"]],
  ["a reason of white space alone", { ...given, reason: " \t\n\u3000" }, ["reason"]],
  ["no word on the work", { ...given, knowsWork: null }, ["knowsWork"]],
  ["nothing", null, ["choice", "confidence", "reason", "knowsWork"]],
  ["that it can’t be read", { ...given, choice: null, confidence: null, cannotRead: true }, []],
])(
  "with %s given, what is required and missing is told in the order of the screen",
  (_what, answer, parts) => {
    expect(listMissing(answer, asked("slider"))).toEqual(parts);
  },
);

test("where each option gets a number, the numbers say how sure one is", () => {
  const unsure = { ...given, confidence: null };
  expect(listMissing(unsure, asked("options"))).toEqual(["confidence"]);
  expect(listMissing({ ...unsure, probabilities: [0.25, 0.75] }, asked("options"))).toEqual([]);
});

test("what is not required is never missing", () => {
  const nothingAsked = { ...questionsSchema.parse({ reason: "optional" }), kind: "choice" as const };
  expect(listMissing({ ...given, confidence: null, reason: null, knowsWork: null }, nothingAsked)).toEqual(
    [],
  );
});
