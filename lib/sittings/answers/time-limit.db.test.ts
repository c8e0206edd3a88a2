import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import { getOwnState } from "#lib/sittings/returning/device-queries.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import { extendTime } from "#lib/sittings/watching/staff-mutations.ts";
import { begin, expectValue, numberOf, useTrialStudies, type Sitter } from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies({ cases: 12 });

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
