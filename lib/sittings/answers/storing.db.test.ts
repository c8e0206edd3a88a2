import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import { begin, expectValue, useTrialStudies, type Sitter } from "#lib/testing/trial-study.ts";

const { open } = await useTrialStudies({ cases: 12 });

type Step = { revision: number; id?: string; agoMs?: number } & Partial<AnswerValue>;
type Sent = Step & { position: number };

const send = (
  { viewer, sittingId }: Sitter,
  { position, revision, id = randomUUID(), agoMs, ...value }: Sent,
) =>
  saveAnswer(viewer, {
    ...{ sittingId, position, revision, id, clientAt: new Date() },
    ...(agoMs !== undefined && { agoMs }),
    value: answerValue.parse(value),
  });

test("answers that arrive together are each stored as they were given, and each is told its own", async () => {
  const study = await open();
  const sitters = await Promise.all([1, 2, 3, 4].map(() => begin(study)));
  const places = sitters.flatMap((sitter) => [1, 2, 3, 4, 5].map((position) => ({ sitter, position })));
  const sent = places.map(({ position }, at) => ({
    ...{ position, revision: 1, id: randomUUID() },
    ...{ choice: at % 2, activeMs: 1000 + at },
  }));
  const told = await Promise.all(places.map(({ sitter }, at) => send(sitter, sent[at] as Sent)));
  const stored = await db.answerRevision.findMany({
    where: { sittingId: { in: sitters.map(({ sittingId }) => sittingId) } },
    select: { id: true, sittingId: true, position: true, value: true, savedAt: true },
  });
  expect(stored).toHaveLength(places.length);
  for (const [at, { sitter, position }] of places.entries()) {
    const row = stored.find(({ id }) => id === sent[at]?.id);
    expect(row).toMatchObject({ sittingId: sitter.sittingId, position, value: { activeMs: 1000 + at } });
    expect(expectValue(told[at] as never)).toMatchObject({ revision: 1, savedAt: row?.savedAt, newer: null });
  }
});

test("one that is refused, or that the database can't take, leaves the others alone", async () => {
  const study = await open();
  const [one, other] = [await begin(study), await begin(study)];
  const taken = randomUUID();
  expectValue(await send(one, { position: 1, revision: 1, id: taken, choice: 0 }));
  const outcomes = await Promise.allSettled([
    send(one, { position: 2, revision: 1, choice: 0 }),
    send(other, { position: 1, revision: 1, choice: 0, id: taken }),
    // An id that isn't one.
    send(other, { position: 2, revision: 1, choice: 1, id: "nobody's" }),
    send({ ...one, sittingId: other.sittingId }, { position: 3, revision: 1, choice: 0 }),
    send(other, { position: 4, revision: 1, choice: 1 }),
    send(one, { position: 5, revision: 1, choice: 1 }),
  ]);
  const told = outcomes.map((outcome) =>
    outcome.status === "rejected" ? "thrown" : outcome.value.ok ? "stored" : outcome.value.error,
  );
  expect(told).toEqual(["stored", "invalid", "thrown", "not_found", "stored", "stored"]);
});

test("the same answer twice in one exchange is stored once and acknowledged the same", async () => {
  const sitter = await begin(await open());
  const sent = { position: 1, revision: 1, id: randomUUID(), choice: 1 };
  const told = await Promise.all([1, 2, 3, 4].map(() => send(sitter, sent)));
  const [first, ...again] = told.map((one) => expectValue(one));
  for (const one of again) expect(one).toEqual(first);
  expect(await db.answerRevision.count({ where: { sittingId: sitter.sittingId } })).toBe(1);
});

test("what all answers to a place come to is the same, told step by step or from all of them", async () => {
  const study = await open({ questions: { reason: "optional" } });
  // Choices given, changed and taken back; late ones, and ones under a number that is taken.
  const steps: Step[] = [
    { revision: 1, choice: null, activeMs: 10, firstAnswerMs: null },
    { revision: 2, choice: 1, activeMs: 500, firstAnswerMs: 400, agoMs: 60_000 },
    { revision: 3, choice: 0, activeMs: 900, firstAnswerMs: 400, focusLosses: 2, reason: "the bells" },
    { revision: 4, choice: null, activeMs: 800, firstAnswerMs: 300, isFlagged: true },
    { revision: 5, choice: 0, activeMs: 1200, focusLosses: 1 },
    { revision: 5, choice: 1, activeMs: 100, agoMs: 30_000 },
    { revision: 7, choice: 1, activeMs: 1300 },
    { revision: 8, choice: 1, activeMs: 1400, reason: "the voice" },
  ];
  const seen: number[] = [];
  for (const [count] of steps.entries()) {
    const sitter = await begin(study);
    const { sittingId } = sitter;
    const began = new Date(Date.now() - 3_600_000);
    await db.sitting.update({ where: { id: sittingId }, data: { consentedAt: began, startedAt: began } });
    const where = { sittingId_position: { sittingId, position: 1 } };
    for (const step of steps.slice(0, count + 1)) expectValue(await send(sitter, { position: 1, ...step }));
    const kept = await db.answer.findUniqueOrThrow({ where });
    await db.$queryRaw`SELECT rebuild_answer(${sittingId}::uuid, 1::smallint, ${kept.savedAt})::text`;
    expect(await db.answer.findUniqueOrThrow({ where })).toEqual(kept);
    seen.push(kept.changes);
  }
  expect(seen).toEqual([0, 0, 1, 1, 1, 1, 2, 2]);
});
