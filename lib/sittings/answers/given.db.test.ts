import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue, sentAnswer } from "#lib/sittings/answers/schema.ts";
import { begin, expectValue, useTrialStudies, type Sitter } from "#lib/testing/trial-study.ts";

const { open } = await useTrialStudies({ cases: 12 });

const minute = 60_000;
type Given = { agoMs?: number; follows?: string | number; id?: string };

const save = async ({ viewer, sittingId }: Sitter, revision: number, choice: number, given: Given = {}) => {
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
