import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { saveAnswer, saveDraft } from "#lib/sittings/answers/mutations.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { getOwnState } from "#lib/sittings/serving/case-queries.ts";
import { copySitting } from "#lib/testing/set-back.ts";
import { begin, expectValue, type Sitter, useTrialStudies } from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies({ cases: 12 });

const questions = { reason: "required", knowsWork: "optional", mayPass: true } as const;
type AnswerInput = Partial<AnswerValue> & {
  id?: string;
  revision?: number;
  agoMs?: number;
  follows?: string | number;
  seal?: string;
};

const beginSitting = async () => {
  const sitter = await begin(await trial.open({ questions, sample: { quota: { Literary: 1 } } }));
  const since = new Date(Date.now() - 3_600_000);
  const { sittingId: id } = sitter;
  await db.sitting.update({ where: { id }, data: { consentedAt: since, startedAt: since } });
  return sitter;
};
const toSend = ({ sittingId }: Sitter, given: AnswerInput) => {
  const { id = randomUUID(), revision = 1, agoMs = 0, follows, seal, ...value } = given;
  const rest = { sittingId, position: 1, id, revision, agoMs, clientAt: new Date() };
  return { ...rest, ...(follows && { follows }), ...(seal && { seal }), value: answerValue.parse(value) };
};
const save = async (sitter: Sitter, given: AnswerInput) =>
  expectValue(await saveAnswer(sitter.viewer, toSend(sitter, given)));
const history = ({ sittingId }: Sitter) =>
  db.answerRevision.findMany({
    where: { sittingId },
    orderBy: { revision: "asc" },
    select: { revision: true, givenUpon: true, isMerged: true },
  });
/** What counts, as it is shown. */
const counting = async (sitter: Sitter) => {
  const state = await getOwnState(sitter.viewer, sitter.sittingId);
  return state?.answers[0]?.answer;
};

const whole = { choice: 1, reason: "The bells.", knowsWork: true };
const both = { ...whole, isFlagged: true };

describe("an answer that was given without having seen what is there", () => {
  test("leaves what it didn't touch, is told what that comes to, and can be handed in", async () => {
    const sitter = await beginSitting();
    await save(sitter, whole);
    const marked = await save(sitter, { isFlagged: true });
    expect(marked).toMatchObject({ revision: 2, current: 3, newer: both });
    expect(marked).not.toHaveProperty("overruled");
    expect(await counting(sitter)).toMatchObject(both);
    expect(await history(sitter)).toEqual([
      { revision: 1, givenUpon: 0, isMerged: false },
      { revision: 2, givenUpon: 0, isMerged: false },
      { revision: 3, givenUpon: 2, isMerged: true },
    ]);
    const answer = await db.answer.findFirstOrThrow({ where: { sittingId: sitter.sittingId } });
    expect(answer).toMatchObject({ missing: [], changes: 0 });
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  });

  test("comes in as well where it was given before, and arrives late", async () => {
    const sitter = await beginSitting();
    await save(sitter, whole);
    const late = await save(sitter, { isFlagged: true, agoMs: 600_000 });
    expect(late).toMatchObject({ newer: both });
    expect(await counting(sitter)).toMatchObject(both);
  });

  test("counts where both changed the same, and is told of the other; or is told that it doesn't", async () => {
    const sitter = await beginSitting();
    await save(sitter, { ...whole, agoMs: 60_000 });
    const later = await save(sitter, { choice: 2 });
    expect(later).toMatchObject({ newer: { ...whole, choice: 2 }, overruled: whole });
    const late = await save(sitter, { choice: 3, agoMs: 30_000 });
    expect(late).toMatchObject({ newer: { ...whole, choice: 2 } });
    expect(late).not.toHaveProperty("overruled");
    expect(await counting(sitter)).toMatchObject({ ...whole, choice: 2 });
  });

  test("that only tells how long a case was looked at changes nothing of it", async () => {
    const sitter = await beginSitting();
    await save(sitter, { choice: 0 });
    await save(sitter, { ...whole, revision: 2, follows: 1 });
    const looked = await save(sitter, { choice: 0, revision: 2, follows: 1, activeMs: 9000 });
    expect(looked).toMatchObject({ newer: { ...whole, activeMs: 9000 } });
    expect(await counting(sitter)).toMatchObject(whole);
  });

  test("is not whatever follows what counts, by its number or by the id of the same device's", async () => {
    const sitter = await beginSitting();
    const id = randomUUID();
    await save(sitter, { ...whole, id });
    await save(sitter, { choice: 1, revision: 2, follows: id });
    expect(await counting(sitter)).toMatchObject({ choice: 1, reason: null, knowsWork: null });
    await save(sitter, { choice: null, revision: 3, follows: 2 });
    expect(await counting(sitter)).toMatchObject({ choice: null });
    expect((await history(sitter)).map(({ givenUpon }) => givenUpon)).toEqual([0, 1, 2]);
  });

  test("sent again is acknowledged as before, and stored once", async () => {
    const sitter = await beginSitting();
    await save(sitter, whole);
    const id = randomUUID();
    const first = await save(sitter, { isFlagged: true, id });
    expect(await save(sitter, { isFlagged: true, id })).toEqual(first);
    expect(await history(sitter)).toHaveLength(3);
  });

  test("whose receipt was lost is known by its id, also under the higher number that its device gave it since", async () => {
    const sitter = await beginSitting();
    const id = randomUUID();
    await save(sitter, { choice: 2, reason: "The tide.", id });
    const seen = await save(sitter, { ...whole, revision: 2, follows: 1 });
    const again = await save(sitter, { choice: 2, reason: "The tide.", id, revision: 3, agoMs: 1000 });
    expect(again).toMatchObject({ revision: 1, current: seen.revision, newer: whole });
    expect(await history(sitter)).toHaveLength(2);
    // In its own place, too, where nothing was given since.
    const [own, own2] = [randomUUID(), randomUUID()];
    await save(sitter, { ...whole, choice: 3, id: own, revision: 3, follows: 2 });
    const stored = await save(sitter, { ...whole, choice: 3, id: own, revision: 7, follows: 2 });
    expect(stored).toMatchObject({ revision: 3, current: 3, newer: null });
    await save(sitter, { ...whole, choice: 0, id: own2, revision: 8, follows: own });
    expect(await counting(sitter)).toMatchObject({ ...whole, choice: 0 });
  });

  test("says that a case can't be read, or that it can: one of the two counts", async () => {
    const sitter = await beginSitting();
    await save(sitter, whole);
    const passed = await save(sitter, { cannotRead: true });
    expect(passed).toMatchObject({
      newer: { choice: null, cannotRead: true, reason: "The bells." },
      overruled: whole,
    });
    await save(sitter, { choice: 2, revision: 2, follows: 1 });
    expect(await counting(sitter)).toMatchObject({ choice: 2, cannotRead: false });
  });
});

describe("three devices that have not seen each other's answers", () => {
  const parts = [{ choice: 1 }, { reason: "The bells." }, { knowsWork: true, isFlagged: true }];

  test("come to the same in every order of arrival", async () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const sitter = await beginSitting();
      for (const at of order) await save(sitter, { ...parts[at], agoMs: 60_000 * (3 - at) });
      expect(await counting(sitter)).toMatchObject(both);
    }
  });

  test("lose nothing in the same instant", async () => {
    const sitter = await beginSitting();
    await Promise.all(parts.map((part) => save(sitter, part)));
    expect(await counting(sitter)).toMatchObject(both);
    const rows = await history(sitter);
    expect(rows.filter(({ isMerged }) => !isMerged)).toHaveLength(3);
    expect(new Set(rows.map(({ revision }) => revision)).size).toBe(rows.length);
  });

  test("give back all of it to a server that has lost it", async () => {
    const sitter = await beginSitting();
    const setBack = await copySitting(process.env.DATABASE_OWNER_URL ?? "", sitter.sittingId);
    const kept: AnswerInput[] = [];
    for (const [at, part] of parts.entries()) {
      const given = { ...part, id: randomUUID(), agoMs: 60_000 * (3 - at) };
      const { revision, seal } = await save(sitter, given);
      kept.push({ ...given, revision, seal });
    }
    await setBack();
    expect(await counting(sitter)).toBeUndefined();
    for (const one of kept.toReversed()) await save(sitter, one);
    expect(await counting(sitter)).toMatchObject(both);
  });
});

describe("a draft of another device", () => {
  const draftOf = async ({ sittingId }: Sitter) =>
    await db.answerDraft.findFirstOrThrow({ where: { sittingId }, select: { value: true, missing: true } });
  const beginOneWay = async () => {
    const oneWay = { ...questions, mayGoBack: false, draftsCount: true, timeLimitMinutes: 120 };
    return begin(await trial.open({ questions: oneWay, sample: { quota: { Literary: 1 } } }));
  };
  const draft = async (sitter: Sitter, given: AnswerInput) =>
    expectValue(await saveDraft(sitter.viewer, toSend(sitter, given)));

  test("is kept in what a device didn't touch that had not seen it, again and again, and counts whole", async () => {
    const sitter = await beginOneWay();
    const ids = { phone: randomUUID(), laptop: randomUUID(), next: randomUUID() };
    await draft(sitter, { ...whole, id: ids.phone });
    await draft(sitter, { isFlagged: true, id: ids.laptop });
    const { optionOrder } = await db.servedCase.findFirstOrThrow({ where: { sittingId: sitter.sittingId } });
    const choice = optionOrder[1];
    expect(await draftOf(sitter)).toMatchObject({ value: { ...both, choice }, missing: [] });
    // The laptop goes on from what it has, and takes its mark away.
    await draft(sitter, { reason: null, isFlagged: false, id: ids.next, follows: ids.laptop });
    expect(await draftOf(sitter)).toMatchObject({
      value: { ...whole, choice, isFlagged: false },
      missing: [],
    });
    await draft(sitter, { reason: "The tide.", agoMs: 500 });
    expect(await draftOf(sitter)).toMatchObject({ value: { choice, knowsWork: true } });
  });

  test("is replaced by what follows it", async () => {
    const sitter = await beginOneWay();
    const id = randomUUID();
    await draft(sitter, { ...whole, id });
    await draft(sitter, { choice: 1, follows: id });
    expect(await draftOf(sitter)).toMatchObject({
      value: { reason: null, knowsWork: null },
      missing: ["reason"],
    });
  });
});

test("a device asks for what is new since it was last told", async () => {
  const sitter = await beginSitting();
  const { viewer, sittingId } = sitter;
  await save(sitter, whole);
  await db.answer.updateMany({ where: { sittingId }, data: { savedAt: new Date(Date.now() - 600_000) } });
  const told = await getOwnState(viewer, sittingId);
  expect(told).toMatchObject({ answers: [{ position: 1, revision: 1 }], ids: [expect.any(String)] });
  const since = new Date(told?.asOf ?? "");
  const nothing = await getOwnState(viewer, sittingId, since);
  expect(nothing).toMatchObject({ state: "started", isOpen: true, answers: [] });
  expect(nothing).not.toHaveProperty("ids");
  await save(sitter, { isFlagged: true });
  expect(await getOwnState(viewer, sittingId, since)).toMatchObject({ answers: [{ answer: both }] });
});
