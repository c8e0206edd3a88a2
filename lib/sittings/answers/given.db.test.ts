import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue, type SavedAnswer, sentAnswer } from "#lib/sittings/answers/schema.ts";
import { startSitting } from "#lib/sittings/mutations.ts";
import { getOwnState } from "#lib/sittings/serving/case-queries.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { copySitting, swapFirstCases } from "#lib/testing/set-back.ts";
import { begin, expectValue, type Sitter, useTrialStudies } from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies({ cases: 12 });

describe("when answers were given", () => {
  const { open } = trial;

  const minute = 60_000;
  type SaveOptions = { agoMs?: number; follows?: string | number; id?: string };

  const save = async (
    { viewer, sittingId }: Sitter,
    revision: number,
    choice: number,
    given: SaveOptions = {},
  ) => {
    const rest = { sittingId, position: 1, id: randomUUID(), clientAt: new Date() };
    return expectValue(
      await saveAnswer(viewer, { ...rest, revision, value: answerValue.parse({ choice }), ...given }),
    );
  };
  /** Began an hour ago, so that there is something to have been given before. */
  const beginBefore = async () => {
    const sitter = await begin(await open());
    const since = new Date(Date.now() - 60 * minute);
    const { sittingId } = sitter;
    await db.sitting.update({ where: { id: sittingId }, data: { consentedAt: since, startedAt: since } });
    const { optionOrder } = await db.servedCase.findUniqueOrThrow({
      where: { sittingId_position: { sittingId, position: 1 } },
    });
    const counting = async () => {
      const where = { sittingId_position: { sittingId, position: 1 } };
      const { decision, revision, changes } = await db.answer.findUniqueOrThrow({ where });
      return { shown: optionOrder.indexOf(Number(decision ?? -1)), revision, changes };
    };
    return { sitter, counting };
  };

  test("an answer that was given earlier doesn't take the place of a later one, whatever their numbers", async () => {
    const { sitter, counting } = await beginBefore();
    await save(sitter, 1, 0, { agoMs: 50 * minute });
    await save(sitter, 2, 1, { agoMs: 20 * minute });
    // The phone counted on by itself, without a network.
    for (const [i, choice] of [2, 3].entries()) {
      const late = await save(sitter, 2 + i, choice, { agoMs: 30 * minute - i });
      expect(late).toMatchObject({ current: 2, newer: { choice: 1 } });
    }
    expect(await counting()).toEqual({ shown: 1, revision: 2, changes: 3 });
  });

  test("an answer that was given later counts, and is numbered above all that are there", async () => {
    const { sitter, counting } = await beginBefore();
    for (const revision of [1, 2, 3]) await save(sitter, revision, 0, { agoMs: 30 * minute });
    const later = await save(sitter, 2, 3, { agoMs: 10 * minute });
    expect(later).toMatchObject({ revision: 4, current: 4, newer: null });
    expect(await counting()).toMatchObject({ shown: 3, revision: 4 });
  });

  test("in whichever order two devices send, what was given last counts", async () => {
    const given = [
      { revision: 2, choice: 1, agoMs: 30 * minute },
      { revision: 2, choice: 2, agoMs: 10 * minute },
      { revision: 3, choice: 3, agoMs: 20 * minute },
    ];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [1, 2, 0],
    ]) {
      const { sitter, counting } = await beginBefore();
      await save(sitter, 1, 0, { agoMs: 50 * minute });
      for (const at of order) {
        const one = given[at];
        if (one) await save(sitter, one.revision, one.choice, one);
      }
      expect((await counting()).shown).toBe(2);
    }
  });

  test("what was given upon an answer comes after it, however long that one was on its way", async () => {
    const { sitter, counting } = await beginBefore();
    const first = randomUUID();
    // Thirty seconds between the sending and the arrival are not in what the device measured.
    await save(sitter, 1, 0, { id: first, agoMs: 0 });
    const second = await save(sitter, 2, 1, { agoMs: 20_000, follows: first });
    expect(second).toMatchObject({ revision: 2, current: 2, newer: null });
    const third = await save(sitter, 3, 2, { agoMs: 15_000, follows: second.revision });
    expect(third).toMatchObject({ current: 3, newer: null });
    expect(await counting()).toMatchObject({ shown: 2 });
  });

  test("sent again the first acceptance stands, whatever is measured by then", async () => {
    const { sitter, counting } = await beginBefore();
    const id = randomUUID();
    const first = await save(sitter, 1, 2, { id, agoMs: 100 });
    await save(sitter, 2, 1, { agoMs: 20 * minute });
    expect(await save(sitter, 1, 2, { id, agoMs: 45 * minute })).toMatchObject({ ...first, newer: null });
    expect(await counting()).toMatchObject({ shown: 2, revision: 1 });
  });

  test("no clock breaks anything: what is told lies between the beginning and now", async () => {
    const { sitter } = await beginBefore();
    const parse = (agoMs: unknown) => sentAnswer.shape.agoMs.safeParse(agoMs);
    expect([-5000, 1e300, 0.4].map((ms) => parse(ms).data)).toEqual([0, expect.any(Number), 0.4]);
    expect(["1", null, Number.NaN, Infinity].map((ms) => parse(ms).success)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    const most = parse(1e300).data ?? 0;
    const before = await save(sitter, 1, 0, { agoMs: most });
    await save(sitter, 2, 1, { agoMs: 0.4, follows: before.revision });
    const { startedAt } = await db.sitting.findUniqueOrThrow({ where: { id: sitter.sittingId } });
    const { sittingId } = sitter;
    const given = await db.answerRevision.findMany({ where: { sittingId }, orderBy: { revision: "asc" } });
    expect(given[0]?.givenAt).toEqual(startedAt);
    expect(Math.abs(Date.now() - (given[1]?.givenAt?.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test("a page that can't tell how long ago is taken at its number", async () => {
    const { sitter, counting } = await beginBefore();
    await save(sitter, 3, 0);
    expect(await save(sitter, 2, 1)).toMatchObject({ revision: 2, current: 3, newer: { choice: 0 } });
    expect(await save(sitter, 3, 2)).toMatchObject({ revision: 4, current: 4, newer: null });
    expect(await counting()).toMatchObject({ shown: 2 });
  });
});

describe("answers that are given back", () => {
  const { open } = trial;
  const minute = 60_000;

  /** What a device keeps of an answer that was acknowledged. */
  type DeviceCopy = SavedAnswer & { seal: string };

  async function give(
    { viewer, sittingId }: Sitter,
    given: { choice: number; revision?: number; position?: number; agoMs?: number },
  ): Promise<DeviceCopy> {
    const { choice, ...rest } = given;
    const value = answerValue.parse({ choice });
    const sent = { sittingId, position: 1, revision: 1, agoMs: 0, ...rest, value, id: randomUUID() };
    const answer = { ...sent, clientAt: new Date() };
    const { revision, seal } = expectValue(await saveAnswer(viewer, answer));
    return { ...answer, revision, seal };
  }
  const copyOf = ({ sittingId }: Sitter) => copySitting(process.env.DATABASE_OWNER_URL ?? "", sittingId);
  const giveBack = ({ viewer }: Sitter, kept: DeviceCopy) => saveAnswer(viewer, kept);
  const historyOf = ({ sittingId }: Sitter) =>
    db.answerRevision.findMany({ where: { sittingId }, orderBy: [{ position: "asc" }, { revision: "asc" }] });
  const answersOf = ({ sittingId }: Sitter) =>
    db.answer.findMany({ where: { sittingId }, orderBy: { position: "asc" } });
  const beganBefore = ({ sittingId: id }: Sitter, minutes: number) => {
    const since = new Date(Date.now() - minutes * minute);
    return db.sitting.update({ where: { id }, data: { consentedAt: since, startedAt: since } });
  };

  test("what was lost is there again as it was, to the times, once, however often it is given back", async () => {
    const sitter = await begin(await open());
    await beganBefore(sitter, 60);
    const first = await give(sitter, { choice: 0, agoMs: 9 * minute });
    const setBack = await copyOf(sitter);
    const since = [
      await give(sitter, { choice: 1, revision: 2, agoMs: 5 * minute }),
      await give(sitter, { choice: 2, revision: 3 }),
      await give(sitter, { choice: 3, position: 2 }),
    ];
    const before = [await historyOf(sitter), await answersOf(sitter)];
    await setBack();
    const state = await getOwnState(sitter.viewer, sitter.sittingId);
    expect(state?.ids).toEqual([first.id.slice(0, 13)]);
    for (const kept of [...since, ...since, first]) expectValue(await giveBack(sitter, kept));
    expect([await historyOf(sitter), await answersOf(sitter)]).toEqual(before);
    expect((await getOwnState(sitter.viewer, sitter.sittingId))?.ids).toHaveLength(4);
  });

  test("what another device gave since, under the same numbers, goes on counting where it is newer", async () => {
    const sitter = await begin(await open());
    await beganBefore(sitter, 60);
    await give(sitter, { choice: 0, agoMs: 50 * minute });
    const setBack = await copyOf(sitter);
    const lost = [
      await give(sitter, { choice: 1, revision: 2, agoMs: 30 * minute }),
      await give(sitter, { choice: 2, revision: 3, agoMs: 20 * minute }),
    ];
    await setBack();
    await give(sitter, { choice: 3, revision: 2, agoMs: minute });
    for (const kept of lost)
      expect(expectValue(await giveBack(sitter, { ...kept, follows: 2 }))).toMatchObject({
        newer: { choice: 3 },
      });
    const history = await historyOf(sitter);
    expect(history.map(({ revision }) => revision)).toEqual([1, 2, 3, 4]);
    const [answer] = await answersOf(sitter);
    expect(answer).toMatchObject({ revision: 2, changes: 3 });
    expect(history.find(({ id }) => id === lost[1]?.id)?.givenAt?.getTime()).toBeCloseTo(
      Date.now() - 20 * minute,
      -4,
    );
  });

  test("what was in time then is taken after the time; a closed study takes nothing, and says so", async () => {
    const study = await open({ questions: { timeLimitMinutes: 30, mayGoBack: false } });
    const sitter = await begin(study);
    const setBack = await copyOf(sitter);
    const kept = await give(sitter, { choice: 1 });
    const later = await give(sitter, { choice: 1, position: 2 });
    await setBack();
    await beganBefore(sitter, 120);
    // Given back by two devices, the later case first.
    for (const one of [later, kept]) expectValue(await giveBack(sitter, one));
    const fresh = { ...kept, id: randomUUID(), seal: undefined };
    expect(await saveAnswer(sitter.viewer, fresh as never)).toMatchObject({ error: "time_over" });
    await setBack();
    expectValue(await closeStudy(operator(), study.slug));
    expect(await giveBack(sitter, kept)).toMatchObject({ error: "closed" });
  });

  test("nothing is stored by an order of cases that a process remembers and the database has lost", async () => {
    const study = await open();
    const [gives, begins, elsewhere] = [await begin(study), await begin(study), await begin(study)];
    const all = [gives, begins, elsewhere];
    const ownerUrl = process.env.DATABASE_OWNER_URL ?? "";
    const setBack = await Promise.all(all.map(copyOf));
    const [kept] = [await give(gives, { choice: 1 }), await give(begins, { choice: 1 })];
    await give(elsewhere, { choice: 1 });
    for (const back of setBack) await back();
    for (const { sittingId } of all) await swapFirstCases(ownerUrl, sittingId);
    expect(await giveBack(gives, kept)).toMatchObject({ error: "unproven" });

    expectValue(await startSitting(begins.viewer, begins.sittingId));
    // The third one began again through another process: this one hears of it from nobody.
    for (const sitter of [begins, elsewhere]) {
      await give(sitter, { choice: 0 });
      const where = { sittingId_position: { sittingId: sitter.sittingId, position: 1 } };
      const { optionOrder } = await db.servedCase.findUniqueOrThrow({ where });
      const [answer] = await answersOf(sitter);
      expect(answer?.decision).toBe(String(optionOrder[0]));
    }
  });

  test("only what this server acknowledged, as it was, of that case, by that person", async () => {
    const study = await open();
    const [sitter, other] = [await begin(study), await begin(study)];
    const kept = await give(sitter, { choice: 1 });
    const refused = [
      { ...kept, value: answerValue.parse({ choice: 2 }) },
      { ...kept, position: 2 },
      { ...kept, id: randomUUID() },
      { ...kept, seal: kept.seal.replace(/^\d+/, "0") },
    ];
    for (const one of refused) expect(await giveBack(sitter, one)).toMatchObject({ error: "unproven" });
    expect(await giveBack(other, kept)).toMatchObject({ error: "not_found" });
    expect(await giveBack(other, { ...kept, sittingId: other.sittingId })).toMatchObject({
      error: "unproven",
    });
    expect(await historyOf(sitter)).toHaveLength(1);
    expect(await historyOf(other)).toHaveLength(0);
  });
});
