import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import { begin, expectValue, useTrialStudies, type Sitter } from "#lib/testing/trial-study.ts";

const { open } = await useTrialStudies({ cases: 12 });

const device = ({ viewer, sittingId }: Sitter) => ({
  async save(revision: number, value: Partial<AnswerValue>, id = randomUUID()) {
    const rest = { sittingId, position: 1, clientAt: new Date() };
    const whole = answerValue.parse(value);
    return expectValue(await saveAnswer(viewer, { ...rest, id, revision, value: whole }));
  },
});

test("a device that was away hears what counts now, as it was shown, with the time of all", async () => {
  const confidence = { ask: "optional", form: "options" } as const;
  const sitter = await begin(await open({ questions: { confidence, reason: "optional" } }));
  const [phone, laptop] = [device(sitter), device(sitter)];
  const given = { choice: 2, probabilities: [0, 0.25, 0.75, 0], reason: "The bells.\n钟", isFlagged: true };
  expect((await laptop.save(7, { ...given, activeMs: 9000, focusLosses: 2 })).newer).toBeNull();
  const late = await phone.save(3, { choice: 0, activeMs: 12_000, firstAnswerMs: 4000 });
  const times = { activeMs: 12_000, firstAnswerMs: 4000, focusLosses: 2 };
  const newer = { ...given, ...times, confidence: null, knowsWork: null };
  expect(late).toMatchObject({ revision: 3, current: 7, newer });
});

test("the answer that counts is told nobody as newer than itself, also when it is sent again", async () => {
  const { save } = device(await begin(await open()));
  const id = randomUUID();
  for (let i = 0; i < 2; i++)
    expect(await save(4, { choice: 1 }, id)).toMatchObject({ revision: 4, current: 4, newer: null });
});

test("of two devices with one number the first is told of the second when it asks again", async () => {
  const sitter = await begin(await open());
  const [phone, laptop] = [device(sitter), device(sitter)];
  const id = randomUUID();
  expect(await phone.save(1, { choice: 0 }, id)).toMatchObject({ current: 1, newer: null });
  expect(await laptop.save(1, { choice: 3 })).toMatchObject({ revision: 2, current: 2, newer: null });
  expect(await phone.save(1, { choice: 0 }, id)).toMatchObject({
    revision: 1,
    current: 2,
    newer: { choice: 3 },
  });
});
