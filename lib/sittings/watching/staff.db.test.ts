import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import {
  excludeSitting,
  extendTime,
  includeSitting,
  releasePlace,
  withdrawSitting,
} from "#lib/sittings/watching/staff-mutations.ts";
import { begin, consent, expectValue, useTrialStudies, type TrialStudy } from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies({ cases: 8 });

const refused = (error: string) => ({ ok: false, error });
const events = ({ id }: TrialStudy) =>
  db.auditEvent.findMany({
    where: { subjectType: "study", subjectId: id, action: { startsWith: "sitting." } },
    select: { action: true, actorId: true, details: true },
    orderBy: { id: "asc" },
  });
const event = (action: string, details: object) => ({ action, actorId: viewer.userId, details });

test("an exclusion has a reason and a name, is taken back, and both stand in the record", async () => {
  const study = await open();
  const { sittingId } = await begin(study);
  const reason = "Answered together with number 2";
  expectValue(await excludeSitting(viewer, study.id, 1, reason));
  expect(await excludeSitting(viewer, study.id, 1, "Again")).toEqual(refused("excluded"));
  const where = { id: sittingId };
  const excluded = { excludedReason: reason, excludedById: viewer.userId, state: "started" };
  expect(await db.sitting.findUnique({ where })).toMatchObject(excluded);
  expectValue(await includeSitting(viewer, study.id, 1));
  expectValue(await includeSitting(viewer, study.id, 1));
  expect(await db.sitting.findUnique({ where })).toMatchObject({ excludedAt: null, excludedReason: null });
  expect(await events(study)).toEqual([
    event("sitting.excluded", { number: 1, reason }),
    event("sitting.included", { number: 1 }),
  ]);
});

describe("withdrawing on request", () => {
  test("erases the answers with their history where asked, and nobody else's", async () => {
    const study = await open();
    const sitters = [await begin(study), await begin(study)] as const;
    for (const { viewer: person, sittingId } of sitters) {
      const given = { sittingId, position: 1, revision: 1, clientAt: new Date(), id: randomUUID() };
      expectValue(await saveAnswer(person, { ...given, value: answerValue.parse({ choice: 1 }) }));
    }
    expectValue(await withdrawSitting(viewer, study.id, 1, { erase: true }));
    const left = await db.answerRevision.findMany({ where: { served: { studyId: study.id } } });
    expect(left.map(({ sittingId }) => sittingId)).toEqual([sitters[1].sittingId]);
    expect(await db.answer.count({ where: { sittingId: sitters[0].sittingId } })).toBe(0);
    expect(await events(study)).toEqual([event("sitting.withdrawn", { number: 1, erased: true })]);
  });

  test("changes nothing the second time, but may still erase", async () => {
    const study = await open();
    await begin(study);
    for (const erase of [false, false, true, true])
      expectValue(await withdrawSitting(viewer, study.id, 1, { erase }));
    const details = (await events(study)).map((event) => event.details);
    expect(details).toEqual([
      { number: 1, erased: false },
      { number: 1, erased: true },
    ]);
    expect(await excludeSitting(viewer, study.id, 1, "Late")).toEqual(refused("withdrawn"));
    expect(await includeSitting(viewer, study.id, 1)).toEqual(refused("withdrawn"));
  });
});

test("a place is released once, and only of somebody in the middle of it", async () => {
  const study = await open();
  await begin(study);
  await consent(study);
  expectValue(await releasePlace(viewer, study.id, 1));
  expectValue(await releasePlace(viewer, study.id, 1));
  expect(await releasePlace(viewer, study.id, 2)).toEqual(refused("not_working"));
  expect(await events(study)).toEqual([event("sitting.released", { number: 1 })]);
});

test("one person may get more time where there is a limit", async () => {
  const study = await open({ questions: { timeLimitMinutes: 30 } });
  const [{ sittingId }] = [await begin(study), await begin(study)];
  expectValue(await extendTime(viewer, study.id, 1, 15));
  expectValue(await extendTime(viewer, study.id, 1, 5));
  expect(await db.sitting.findUnique({ where: { id: sittingId } })).toMatchObject({
    timeAllowanceMs: 50 * 60_000,
  });
  const other = await db.sitting.findFirst({ where: { studyId: study.id, number: 2 } });
  expect(other).toMatchObject({ timeAllowanceMs: 30 * 60_000 });
  const endless = await open();
  await begin(endless);
  expect(await extendTime(viewer, endless.id, 1, 15)).toEqual(refused("no_limit"));
});

test("a sitting of another study isn't found", async () => {
  const [study, other] = [await open(), await open()];
  await begin(study);
  expect(await excludeSitting(viewer, other.id, 1, "Wrong study")).toEqual(refused("not_found"));
  expect(await withdrawSitting(viewer, randomUUID(), 1, { erase: true })).toEqual(refused("not_found"));
});
