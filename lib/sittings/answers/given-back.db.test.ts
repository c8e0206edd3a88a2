import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue, type SavedAnswer } from "#lib/sittings/answers/schema.ts";
import { startSitting } from "#lib/sittings/mutations.ts";
import { getOwnState } from "#lib/sittings/returning/device-queries.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { copySitting, swapFirstCases } from "#lib/testing/set-back.ts";
import { begin, expectValue, useTrialStudies, type Sitter } from "#lib/testing/trial-study.ts";

const { open } = await useTrialStudies({ cases: 12 });
const minute = 60_000;

/** What a device keeps of an answer that was acknowledged. */
type Kept = SavedAnswer & { seal: string };

async function give(
  { viewer, sittingId }: Sitter,
  given: { choice: number; revision?: number; position?: number; agoMs?: number },
): Promise<Kept> {
  const { choice, ...rest } = given;
  const value = answerValue.parse({ choice });
  const sent = { sittingId, position: 1, revision: 1, agoMs: 0, ...rest, value, id: randomUUID() };
  const answer = { ...sent, clientAt: new Date() };
  const { revision, seal } = expectValue(await saveAnswer(viewer, answer));
  return { ...answer, revision, seal };
}
const copyOf = ({ sittingId }: Sitter) => copySitting(process.env.DATABASE_OWNER_URL ?? "", sittingId);
const giveBack = ({ viewer }: Sitter, kept: Kept) => saveAnswer(viewer, kept);
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
  expect(await giveBack(other, { ...kept, sittingId: other.sittingId })).toMatchObject({ error: "unproven" });
  expect(await historyOf(sitter)).toHaveLength(1);
  expect(await historyOf(other)).toHaveLength(0);
});
