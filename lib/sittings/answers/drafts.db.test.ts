import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { saveAnswer, saveDraft } from "#lib/sittings/answers/mutations.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import { withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { begin, expectValue, numberOf, useTrialStudies, type Sitter } from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies({ cases: 12 });

const counted = { mayGoBack: false, timeLimitMinutes: 60, draftsCount: true } as const;
type Given = Partial<AnswerValue> & { id?: string; agoMs?: number; follows?: string };

const toSend = ({ sittingId }: Sitter, position: number, given: Given) => {
  const { id = randomUUID(), agoMs = 0, follows, ...value } = given;
  const rest = { sittingId, position, id, revision: 1, clientAt: new Date(), agoMs };
  return { ...rest, ...(follows && { follows }), value: answerValue.parse(value) };
};
const draft = (sitter: Sitter, position: number, given: Given) =>
  saveDraft(sitter.viewer, toSend(sitter, position, given));
const answer = (sitter: Sitter, position: number, given: Given) =>
  saveAnswer(sitter.viewer, toSend(sitter, position, given));
const drafts = ({ sittingId }: Sitter) =>
  db.answerDraft.findMany({ where: { sittingId }, select: { position: true, value: true } });
const answers = ({ sittingId }: Sitter) =>
  db.answer.findMany({
    where: { sittingId },
    orderBy: { position: "asc" },
    select: { position: true, revision: true, fromDraft: true, decision: true },
  });
const timeIsOver = async ({ sittingId }: Sitter) => {
  const since = new Date(Date.now() - 61 * 60_000);
  await db.sitting.update({ where: { id: sittingId }, data: { consentedAt: since, startedAt: since } });
};
const refused = (error: string) => ({ ok: false, error });

describe("a draft, where one doesn't go back", () => {
  test("is kept beside the answers, the latest of a case, and is none", async () => {
    const sitter = await begin(await open({ questions: counted }));
    const id = randomUUID();
    for (const choice of [0, 1]) expectValue(await draft(sitter, 1, { choice }));
    expectValue(await draft(sitter, 1, { choice: 2, id }));
    // One that was given before it and comes late; and one that was given upon it, by a slower way.
    expectValue(await draft(sitter, 1, { choice: 3, agoMs: 30_000 }));
    const { optionOrder } = await db.servedCase.findFirstOrThrow({
      where: { ...sittingOf(sitter), position: 1 },
    });
    expect(await drafts(sitter)).toMatchObject([{ value: { choice: optionOrder[2] } }]);
    expectValue(await draft(sitter, 1, { choice: 3, agoMs: 30_000, follows: id }));
    expect(await drafts(sitter)).toMatchObject([{ value: { choice: optionOrder[3] } }]);
    expect(await answers(sitter)).toEqual([]);
    expect(await db.answerRevision.count({ where: sittingOf(sitter) })).toBe(0);
  });

  test("goes when the case is answered, and isn't taken after that", async () => {
    const sitter = await begin(await open({ questions: counted }));
    expectValue(await draft(sitter, 1, { choice: 1 }));
    expectValue(await answer(sitter, 1, { choice: 2 }));
    expect(await drafts(sitter)).toEqual([]);
    expect(await draft(sitter, 1, { choice: 3 })).toEqual(refused("passed"));
  });

  test("that is complete is the answer once time is over, marked as such; the rest is gone", async () => {
    const sitter = await begin(await open({ questions: { ...counted, reason: "required" } }));
    expectValue(await answer(sitter, 1, { choice: 1, reason: "The bells." }));
    expectValue(await draft(sitter, 2, { choice: 0, reason: "The tide." }));
    expectValue(await draft(sitter, 3, { choice: 0 }));
    expect(await submitSitting(sitter.viewer, sitter.sittingId)).toMatchObject(refused("incomplete"));
    expect(await drafts(sitter)).toHaveLength(2);
    await timeIsOver(sitter);
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    expect(await answers(sitter)).toMatchObject([
      { position: 1, fromDraft: false },
      { position: 2, fromDraft: true, revision: 1 },
    ]);
    const history = await db.answerRevision.findMany({ where: { ...sittingOf(sitter), position: 2 } });
    expect(history).toMatchObject([{ fromDraft: true, value: { reason: "The tide." } }]);
    expect(await drafts(sitter)).toEqual([]);
    expect(await draft(sitter, 3, { choice: 1 })).toEqual(refused("submitted"));
  });

  test("is the answer when the study closes on somebody", async () => {
    const asked = {
      confidence: { ask: "required", form: "slider" },
      reason: "required",
      knowsWork: "required",
    } as const;
    const study = await open({ questions: { ...counted, ...asked } });
    const [sitter, other] = [await begin(study), await begin(study)];
    const whole = { choice: 1, confidence: 0.5, reason: "The bells.", knowsWork: false };
    expectValue(await draft(sitter, 1, whole));
    for (const part of Object.keys(whole)) expectValue(await draft(other, 1, { ...whole, [part]: null }));
    expectValue(await closeStudy(viewer, study.slug));
    expect(await answers(sitter)).toMatchObject([{ position: 1, fromDraft: true }]);
    expect(await answers(other)).toEqual([]);
    expect(await db.answerDraft.count({ where: { served: { studyId: study.id } } })).toBe(0);
    expect(await draft(sitter, 2, { choice: 1 })).toEqual(refused("closed"));
  });

  test("that was given before an answer to the same case doesn't take its place", async () => {
    const sitter = await begin(await open({ questions: { ...counted, reason: "required" } }));
    expectValue(await answer(sitter, 1, { choice: 1 }));
    expectValue(await draft(sitter, 1, { choice: 2, reason: "The tide.", agoMs: 50 * 60_000 }));
    await db.answerDraft.updateMany({
      where: sittingOf(sitter),
      data: { givenAt: new Date(Date.now() - 60_000) },
    });
    await timeIsOver(sitter);
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    expect(await answers(sitter)).toMatchObject([{ revision: 1, fromDraft: false }]);
  });

  test.each([
    { ...counted, draftsCount: false },
    { mayGoBack: false, timeLimitMinutes: 60 },
  ])("never counts where the plan doesn't say so: %o", async (questions) => {
    const study = await open({ questions });
    const [sitter, other] = [await begin(study), await begin(study)];
    for (const one of [sitter, other]) expectValue(await draft(one, 1, { choice: 1 }));
    await timeIsOver(sitter);
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    expectValue(await closeStudy(viewer, study.slug));
    for (const one of [sitter, other]) {
      expect(await answers(one)).toEqual([]);
      expect(await drafts(one)).toEqual([]);
    }
  });

  test("goes with whoever withdraws, and is nobody else's", async () => {
    const study = await open({ questions: counted });
    const [sitter, other] = [await begin(study), await begin(study)];
    expectValue(await draft(sitter, 1, { choice: 1 }));
    const stranger = await saveDraft(other.viewer, toSend(sitter, 1, { choice: 2 }));
    expect(stranger).toEqual(refused("not_found"));
    expectValue(await withdrawSitting(viewer, study.id, await numberOf(sitter), { erase: false }));
    expect(await drafts(sitter)).toEqual([]);
  });
});

test("where one does go back there are no drafts: an answer is one at once", async () => {
  const sitter = await begin(await open());
  expect(await draft(sitter, 1, { choice: 1 })).toEqual(refused("invalid"));
});

function sittingOf({ sittingId }: Sitter) {
  return { sittingId };
}
