import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { saveAnswer, saveDraft } from "#lib/sittings/answers/mutations.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { getOwnState, getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import { extendTime, withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { begin, expectValue, numberOf, type Sitter, useTrialStudies } from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies({ cases: 12 });

describe("drafts", () => {
  const { viewer, open } = trial;

  const counted = { mayGoBack: false, timeLimitMinutes: 60, draftsCount: true } as const;
  type AnswerInput = Partial<AnswerValue> & { id?: string; agoMs?: number; follows?: string };

  const toSend = ({ sittingId }: Sitter, position: number, given: AnswerInput) => {
    const { id = randomUUID(), agoMs = 0, follows, ...value } = given;
    const rest = { sittingId, position, id, revision: 1, clientAt: new Date(), agoMs };
    return { ...rest, ...(follows && { follows }), value: answerValue.parse(value) };
  };
  const draft = (sitter: Sitter, position: number, given: AnswerInput) =>
    saveDraft(sitter.viewer, toSend(sitter, position, given));
  const answer = (sitter: Sitter, position: number, given: AnswerInput) =>
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
      let follows: string | undefined;
      for (const part of Object.keys(whole)) {
        const id = randomUUID();
        expectValue(await draft(other, 1, { ...whole, [part]: null, id, ...(follows && { follows }) }));
        follows = id;
      }
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
});

describe("one way through the cases", () => {
  const { open } = trial;

  const oneWay = { mayGoBack: false } as const;
  type AnswerInput = Partial<AnswerValue> & { id?: string; revision?: number };

  const save = ({ viewer, sittingId }: Sitter, position: number, given: AnswerInput = {}) => {
    const { id = randomUUID(), revision = 1, choice = 0, ...value } = given;
    const rest = { sittingId, position, id, revision, clientAt: new Date() };
    return saveAnswer(viewer, { ...rest, value: answerValue.parse({ choice, ...value }) });
  };
  const passed = { ok: false, error: "passed" };
  const kept = ({ sittingId }: Sitter) => db.answerRevision.count({ where: { sittingId } });

  describe("where one doesn't go back", () => {
    test("a case that is complete is no longer changed; the same answer again is acknowledged", async () => {
      const sitter = await begin(await open({ questions: oneWay }));
      const id = randomUUID();
      const first = await save(sitter, 1, { id, choice: 2 });
      expect(await save(sitter, 1, { choice: 1, revision: 2 })).toEqual(passed);
      expect(await save(sitter, 1, { id, choice: 2 })).toEqual(first);
      expect(await save(sitter, 1, { id, choice: 1 })).toEqual({ ok: false, error: "invalid" });
      expect(await kept(sitter)).toBe(1);
    });

    test("a case is changed until it has everything that the study requires", async () => {
      const questions = {
        ...oneWay,
        confidence: { ask: "required", form: "slider" },
        reason: "required",
        knowsWork: "required",
      } as const;
      const sitter = await begin(await open({ questions }));
      const steps = [
        { choice: null, confidence: 0.5 },
        { confidence: 0.5, reason: " \n", knowsWork: true },
        { confidence: 0.5, reason: "The bells.", knowsWork: null },
        { confidence: null, reason: "The bells.", knowsWork: false },
        { confidence: 0, reason: "The bells.", knowsWork: false },
      ];
      for (const [i, step] of steps.entries()) {
        expect(await save(sitter, 1, { ...step, revision: i + 1 })).toMatchObject({ ok: true });
      }
      expect(await save(sitter, 1, { ...steps.at(-1), revision: 6, choice: 3 })).toEqual(passed);
    });

    test("a case is passed once a later one is answered, and only then", async () => {
      const questions = { ...oneWay, reason: "required" } as const;
      const sitter = await begin(await open({ questions }));
      expectValue(await save(sitter, 2, { choice: 1 }));
      expectValue(await save(sitter, 4, { choice: null, isFlagged: true }));
      expect(await save(sitter, 1)).toEqual(passed);
      expectValue(await save(sitter, 2, { choice: 3, revision: 2 }));
      expectValue(await save(sitter, 3, { choice: 3 }));
      expect(await save(sitter, 2, { choice: 2, revision: 3, reason: "The bells." })).toEqual(passed);
    });

    test("a case that can't be read is complete, and passes those before it", async () => {
      const questions = { ...oneWay, reason: "required", mayPass: true } as const;
      const sitter = await begin(await open({ questions }));
      expectValue(await save(sitter, 2, { cannotRead: true }));
      expect(await save(sitter, 1)).toEqual(passed);
      expect(await save(sitter, 2, { revision: 2, reason: "The bells." })).toEqual(passed);
    });

    test("practice is repeated as often as one likes, also after a case was answered", async () => {
      const practice = { count: 1, cases: [] };
      const sample = { quota: { Literary: 2 }, practice };
      const study = await open({ questions: oneWay, sample });
      const sitter = await begin(study);
      for (const revision of [1, 2]) expectValue(await save(sitter, 1, { revision }));
      expectValue(await save(sitter, 2));
      expectValue(await save(sitter, 1, { revision: 3, choice: 2 }));
      expect(await save(sitter, 2, { revision: 2 })).toEqual(passed);
    });

    test("of two devices one has the case; what the other says is not stored", async () => {
      const sitter = await begin(await open({ questions: oneWay }));
      const both = await Promise.all([save(sitter, 1, { choice: 1 }), save(sitter, 1, { choice: 2 })]);
      expect(both.filter(({ ok }) => ok)).toHaveLength(1);
      expect(both).toContainEqual(passed);
      expect(await kept(sitter)).toBe(1);
    });

    test("the sitting is handed in as any other", async () => {
      const sitter = await begin(await open({ questions: oneWay, sample: { quota: { Literary: 2 } } }));
      for (const position of [1, 2]) expectValue(await save(sitter, position));
      expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
      expect(await save(sitter, 2, { revision: 2 })).toEqual({ ok: false, error: "submitted" });
    });
  });

  test("where one does go back, a case is changed after all others are answered", async () => {
    const sitter = await begin(await open());
    for (const position of [1, 2, 3, 4, 5]) expectValue(await save(sitter, position));
    expectValue(await save(sitter, 1, { revision: 2, choice: 3 }));
  });
});

describe("a newer answer", () => {
  const { open } = trial;

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
});

describe("a time limit", () => {
  const { viewer, open } = trial;

  const anHour = { questions: { timeLimitMinutes: 60 } };
  const minute = 60_000;

  const save = (
    { viewer: person, sittingId }: Sitter,
    { id = randomUUID(), revision = 1, choice = 0 } = {},
  ) => {
    const rest = { sittingId, position: 1, clientAt: new Date() };
    return saveAnswer(person, { ...rest, id, revision, value: answerValue.parse({ choice }) });
  };
  /** As if it had begun so many minutes ago. */
  const beganBefore = ({ sittingId }: Sitter, minutes: number) => {
    const since = new Date(Date.now() - minutes * minute);
    return db.sitting.update({ where: { id: sittingId }, data: { consentedAt: since, startedAt: since } });
  };
  const stateOf = async ({ viewer: person, sittingId }: Sitter) => {
    const [state, place] = [await getOwnState(person, sittingId), await getOwnPlace(person, sittingId)];
    if (!state || !place) throw new Error("the sitting is gone");
    expect(Math.abs((place.msLeft ?? -1) - (state.msLeft ?? -1))).toBeLessThan(5000);
    return state;
  };
  const over = { ok: false, error: "time_over" };

  describe("a time limit", () => {
    test("counts from the beginning, by the clock on the wall", async () => {
      const sitter = await begin(await open(anHour));
      const { msLeft } = await stateOf(sitter);
      expect(msLeft).toBeGreaterThan(59 * minute);
      expect(msLeft).toBeLessThanOrEqual(60 * minute);
      await beganBefore(sitter, 45);
      const left = (await stateOf(sitter)).msLeft;
      expect(left).toBeGreaterThan(14 * minute);
      expect(left).toBeLessThanOrEqual(15 * minute);
    });

    test("takes what was still under way for two minutes, then nothing but what it has already", async () => {
      const sitter = await begin(await open(anHour));
      await beganBefore(sitter, 61);
      const last = { id: randomUUID(), choice: 2 };
      const saved = expectValue(await save(sitter, last));
      expect(await stateOf(sitter)).toMatchObject({ msLeft: 0, isOpen: true });
      await beganBefore(sitter, 63);
      expect(await save(sitter, { choice: 3, revision: 2 })).toEqual(over);
      expect(await save(sitter, last)).toEqual({ ok: true, value: saved });
      expect(await stateOf(sitter)).toMatchObject({ msLeft: 0, isOpen: false });
      expect(await db.answerRevision.count({ where: { sittingId: sitter.sittingId } })).toBe(1);
    });

    test("is made longer for one person alone, who goes on", async () => {
      const study = await open(anHour);
      const [one, other] = [await begin(study), await begin(study)];
      for (const sitter of [one, other]) await beganBefore(sitter, 90);
      expect(await save(one)).toEqual(over);
      expectValue(await extendTime(viewer, study.id, await numberOf(one), 40));
      expect(await save(one)).toMatchObject({ ok: true });
      expect(await stateOf(one)).toMatchObject({ isOpen: true });
      expect(await save(other)).toEqual(over);
    });

    test("that is over lets one hand in with cases missing; before, nobody can", async () => {
      const sitter = await begin(await open(anHour));
      expectValue(await save(sitter));
      await beganBefore(sitter, 59);
      const { viewer: person, sittingId } = sitter;
      expect(await submitSitting(person, sittingId)).toMatchObject({ ok: false, error: "incomplete" });
      await beganBefore(sitter, 60.1);
      const handedIn = expectValue(await submitSitting(person, sittingId));
      expect(handedIn.completionCode).not.toBe("");
      expect(await save(sitter, { revision: 2 })).toEqual({ ok: false, error: "submitted" });
    });
  });

  test("without a limit nobody is ever too late, nor done before all is answered", async () => {
    const sitter = await begin(await open());
    await beganBefore(sitter, 60 * 24 * 400);
    expectValue(await save(sitter));
    expect(await getOwnState(sitter.viewer, sitter.sittingId)).toMatchObject({ msLeft: null, isOpen: true });
    const handedIn = await submitSitting(sitter.viewer, sitter.sittingId);
    expect(handedIn).toMatchObject({ ok: false, error: "incomplete" });
  });
});
