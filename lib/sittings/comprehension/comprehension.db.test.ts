import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { getOwnPlace, listOwnCases } from "#lib/sittings/serving/case-queries.ts";
import { tryComprehension, startSitting, submitSitting } from "#lib/sittings/mutations.ts";
import { getOwnComprehension } from "#lib/sittings/queries.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import { answerCase, begin, expectValue, type Sitter, useTrialStudies } from "#lib/testing/trial-study.ts";
import { refused } from "#lib/testing/inviting.ts";

const { open } = await useTrialStudies();

const label = { en: "Words", "zh-CN": "文字" };
const options = ["a", "b"].map((value) => ({ value, label }));
const questions = {
  comprehension: [
    { key: "task", label, options, right: "a" },
    { key: "alone", label, options, right: "b" },
  ],
};
const right = { task: "a", alone: "b" };
const wrong = { task: "a", alone: "a" };

const attempt = ({ viewer, sittingId }: Sitter, tryNumber: number, answers: Record<string, string>) =>
  tryComprehension(viewer, { sittingId, tryNumber, answers });
const send = ({ viewer, sittingId }: Sitter) =>
  saveAnswer(viewer, {
    sittingId,
    position: 1,
    id: crypto.randomUUID(),
    revision: 1,
    value: answerValue.parse({ choice: 0 }),
    clientAt: new Date(),
  });
const fetchCases = ({ viewer, sittingId }: Sitter) => listOwnCases(viewer, sittingId, { after: 0, count: 5 });

test("no case is shown and no answer taken before the questions are answered", async () => {
  const sitter = await begin(await open({ questions }));
  expect(await fetchCases(sitter)).toEqual(refused("not_started"));
  expect(await send(sitter)).toEqual(refused("not_served"));
  expect(await submitSitting(sitter.viewer, sitter.sittingId)).toEqual(refused("not_started"));
  expect(expectValue(await attempt(sitter, 1, right))).toBe("passed");
  await answerCase(sitter, 1, { choice: 0 });
  expect(expectValue(await fetchCases(sitter))).toHaveLength(5);
});

test("what is right never leaves the server, before or after a try", async () => {
  const sitter = await begin(await open({ questions }));
  const { viewer, sittingId } = sitter;
  const told = async () =>
    JSON.stringify([await getOwnPlace(viewer, sittingId), await getOwnComprehension(viewer, sittingId)]);
  expect(await told()).not.toContain('"right"');
  expectValue(await attempt(sitter, 1, wrong));
  expect(await told()).not.toContain('"right"');
  expect((await getOwnComprehension(viewer, sittingId))?.wrong.map(({ key }) => key)).toEqual(["alone"]);
});

test("one form sent twice is one try, and a third is none", async () => {
  const study = await open({ questions, rules: { comprehension: "record" } });
  const sitter = await begin(study);
  const twice = await Promise.all([attempt(sitter, 1, wrong), attempt(sitter, 1, wrong)]);
  expect(twice.map(expectValue)).toEqual(["open", "open"]);
  expect(expectValue(await attempt(sitter, 2, wrong))).toBe("recorded");
  expect(expectValue(await attempt(sitter, 2, right))).toBe("recorded");
  const { comprehension } = await db.sitting.findUniqueOrThrow({ where: { id: sitter.sittingId } });
  expect(comprehension).toMatchObject([
    { answers: wrong, wrong: ["alone"] },
    { answers: wrong, wrong: ["alone"] },
  ]);
  await answerCase(sitter, 1, { choice: 0 });
});

test("a question left open is no try", async () => {
  const sitter = await begin(await open({ questions }));
  expect(await attempt(sitter, 1, { task: "a", alone: "c" })).toMatchObject({
    error: "invalid",
    fields: { alone: "empty" },
  });
  expect(await getOwnComprehension(sitter.viewer, sitter.sittingId)).toMatchObject({ tryNumber: 1 });
});

test("by the rule, two failures end it by every way in, and the place goes to somebody else", async () => {
  const study = await open({
    questions,
    rules: { comprehension: "exclude" },
    assignment: { people: 1, design: "own" },
  });
  const sitter = await begin(study);
  expectValue(await attempt(sitter, 1, wrong));
  expect(expectValue(await attempt(sitter, 2, wrong))).toBe("failed");
  expect(await fetchCases(sitter)).toEqual(refused("closed"));
  expect(await send(sitter)).toEqual(refused("closed"));
  expect(await submitSitting(sitter.viewer, sitter.sittingId)).toEqual(refused("closed"));
  expect(await startSitting(sitter.viewer, sitter.sittingId)).toEqual(refused("closed"));
  expect(await attempt(sitter, 1, right)).toMatchObject({ value: "failed" });
  expect(await begin(study)).toBeDefined();
});

test("somebody else's tries are nobody's", async () => {
  const study = await open({ questions });
  const [one, other] = [await begin(study), await begin(study)];
  const foreign = { viewer: other.viewer, sittingId: one.sittingId, handle: "" };
  expect(await attempt(foreign, 1, right)).toEqual(refused("not_found"));
  expect(await getOwnComprehension(other.viewer, one.sittingId)).toBeNull();
});
