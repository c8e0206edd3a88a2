import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { lookUpSitting, lookUpSittingRows } from "#lib/auth/sitting-scope.ts";
import { lookUpStudy } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import { tryComprehension, startSitting, submitSitting } from "#lib/sittings/mutations.ts";
import { getOwnComprehension, getServing } from "#lib/sittings/queries.ts";
import { listOwnCases, getOwnState, getOwnPlace, getOwnScore } from "#lib/sittings/serving/case-queries.ts";
import { getOwnEnding, isFullFor } from "#lib/sittings/returning/queries.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { answerCase, begin, finish, useTrialStudies } from "#lib/testing/trial-study.ts";

const { viewer: admin, open } = await useTrialStudies({ cases: 12 });

async function makeResearcher() {
  const person = await makePerson({ role: "researcher" });
  return { person, viewer: viewerFor({ ...person, role: "researcher" as const }) };
}

test("a study is found by those who belong to it for as long as they do, and by admins", async () => {
  const [mine, others] = [await open(), await open()];
  const { person, viewer } = await makeResearcher();
  const look = ({ id, slug }: typeof mine, by = viewer as Parameters<typeof lookUpStudy>[0]) =>
    Promise.all([lookUpStudy(by, { id }, { slug: true }), lookUpStudy(by, { slug }, { slug: true })]);
  expect(await look(mine)).toEqual([null, null]);
  await db.studyMember.create({ data: { studyId: mine.id, userId: person.id } });
  const found = { id: mine.id, slug: mine.slug };
  expect(await look(mine)).toEqual([found, found]);
  expect(await look(mine, admin)).toEqual([found, found]);
  expect(await look(others)).toEqual([null, null]);
  await db.studyMember.delete({ where: { studyId_userId: { studyId: mine.id, userId: person.id } } });
  expect(await look(mine)).toEqual([null, null]);
});

test("no condition that comes along widens what a researcher sees", async () => {
  const study = await open();
  const { viewer } = await makeResearcher();
  for (const where of [{ id: study.id, OR: [{}] }, { OR: [{ id: study.id }, {}] }, { members: { none: {} } }])
    expect(await lookUpStudy(viewer, where, {})).toBeNull();
});

test("a sitting is found by its participant alone, whichever way it is read", async () => {
  const study = await open();
  const [me, other] = [await begin(study), await begin(study)];
  const ids = { id: me.sittingId, studyId: study.id };
  expect(await lookUpSitting(me.viewer, me.sittingId, { state: true })).toEqual({ ...ids, state: "started" });
  expect(await lookUpSitting(other.viewer, me.sittingId, { state: true })).toBeNull();
  expect(await lookUpSitting(me.viewer, randomUUID(), {})).toBeNull();
  const all = { name: "scope test", columns: "own.id = $1 AS same", from: "own" };
  expect(await lookUpSittingRows(me.viewer, me.sittingId, all)).toEqual([{ ...ids, same: true }]);
  expect(await lookUpSittingRows(other.viewer, me.sittingId, all)).toEqual([]);
});

test("nothing of a sitting is told to another participant of the same study, and nothing is done for them", async () => {
  const study = await open({ questions: { showScore: true } });
  const [me, done, { viewer: other }] = [
    await begin(study),
    await finish(study, 5, 1000),
    await begin(study),
  ];
  await answerCase(me, 1, { choice: 0 });
  const { sittingId } = me;
  const missing = { ok: false, error: "not_found" };
  expect(await getServing(me.viewer, sittingId)).toMatchObject({ id: sittingId });
  expect(await getServing(other, sittingId)).toBeNull();
  expect(await getOwnPlace(other, sittingId)).toBeNull();
  expect(await getOwnState(other, sittingId)).toBeNull();
  expect(await getOwnComprehension(other, sittingId)).toBeNull();
  expect(await listOwnCases(other, sittingId, { after: 0, count: 5 })).toEqual(missing);
  expect(await getOwnScore(done.viewer, done.sittingId)).toHaveLength(1);
  expect(await getOwnScore(other, done.sittingId)).toEqual([]);
  expect(await getOwnEnding(other, done.sittingId)).toBeNull();
  expect(await isFullFor(other, sittingId)).toBe(false);
  const value = answerValue.parse({ choice: 1, activeMs: 1000 });
  const sent = { id: randomUUID(), revision: 2, clientAt: new Date(), position: 1, value };
  expect(await saveAnswer(other, { sittingId, ...sent })).toEqual(missing);
  expect(await startSitting(other, sittingId)).toEqual(missing);
  expect(await submitSitting(other, sittingId)).toEqual(missing);
  expect(await tryComprehension(other, { sittingId, tryNumber: 1, answers: {} })).toEqual(missing);
});
