import { expect, test } from "vitest";
import { lookUpStudy } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { createInvitations, inviteSimulated, reissueInvitation } from "#lib/invitations/mutations.ts";
import { countRealPeople, getSimulation, listRights, listSimulatedPlaces } from "#lib/simulation/queries.ts";
import { simulationKey } from "#lib/simulation/schema.ts";
import { requestJob } from "#lib/jobs/mutations.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { begin, consent, expectValue, finish, useTrialStudies } from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies();
const simulated = async (study: { id: string }, count: number) =>
  expectValue(await inviteSimulated(viewer, study.id, { count, seed: 3 }));

test("who comes by a simulated invitation is marked, with the sitting and the study, and the record says so", async () => {
  const study = await open();
  const marked = () =>
    db.study.findUniqueOrThrow({ where: { id: study.id } }).then((found) => found.hasSimulated);
  const person = await consent(study);
  expect(await marked()).toBe(false);
  const [invitation] = await simulated(study, 2);
  const { sittingId } = await consent({ link: invitation?.code ?? "" });
  const sitting = await db.sitting.findUniqueOrThrow({ where: { id: sittingId }, include: { user: true } });
  expect([sitting.isSimulated, sitting.user.isSimulated, await marked()]).toEqual([true, true, true]);
  const real = await db.sitting.findUniqueOrThrow({
    where: { id: person.sittingId },
    include: { user: true },
  });
  expect([real.isSimulated, real.user.isSimulated]).toEqual([false, false]);
  expect(await countRealPeople(viewer, study.id)).toBe(1);
  const events = await db.auditEvent.findMany({
    where: { action: "study.simulated" },
    select: { subjectId: true, details: true },
  });
  expect(events).toEqual([{ subjectId: study.id, details: { people: 2, seed: 3 } }]);
});

test("a re-issued link stays its person's, marked as before", async () => {
  const study = await open();
  const [first, second, third] = await simulated(study, 3);
  if (!first || !second || !third) throw new Error("no invitations");
  await expectValue(await createInvitations(viewer, study.id, { count: 1, cohort: null, expiresAt: null }));
  const sat = await begin({ link: second.code });
  await finish({ link: third.code }, 5, 1000);
  const renewed = expectValue(await reissueInvitation(viewer, study.id, second.id));
  const again = expectValue(await reissueInvitation(viewer, study.id, renewed.id));
  expect(await listSimulatedPlaces(viewer, study.id)).toEqual([
    { invitationId: first.id, state: "waiting" },
    { invitationId: again.id, state: "begun" },
    { invitationId: third.id, state: "submitted" },
  ]);
  const { isSimulated } = await db.invitation.findUniqueOrThrow({ where: { id: again.id } });
  expect([isSimulated, sat.sittingId]).toEqual([true, (await consent({ link: again.code })).sittingId]);
});

test("what is right is told of a simulated sitting, by the places its options were shown at, and of no other", async () => {
  const study = await open();
  const [invitation] = await simulated(study, 1);
  const { sittingId } = await begin({ link: invitation?.code ?? "" });
  const rights = await listRights(viewer, sittingId);
  const served = await db.servedCase.findMany({
    where: { sittingId },
    include: { studyCase: { include: { caseVersion: { include: { gold: true } } } } },
  });
  expect(rights.size).toBe(5);
  for (const { position, optionOrder, studyCase } of served) {
    const right = rights.get(position);
    expect(optionOrder[right?.option ?? -1]).toBe(studyCase.caseVersion.gold?.choice);
    expect(right?.isCheck).toBe(false);
  }
  const person = await begin(study);
  expect(await listRights(viewer, person.sittingId)).toEqual(new Map());
});

test("a simulation that goes on is told to those who may see the study", async () => {
  const study = await open();
  expect(await getSimulation(study.id)).toBeNull();
  const payload = { slug: study.slug, seed: 1, people: 4 };
  const exclusiveKey = simulationKey(study.id);
  const id = await requestJob(viewer, { kind: "simulate_people", payload, benchmarkId: null, exclusiveKey });
  expect(await getSimulation(study.id)).toEqual({ state: "queued", done: 0, total: null });
  await db.job.update({ where: { id }, data: { state: "running", done: 1, total: 4 } });
  expect(await getSimulation(study.id)).toEqual({ state: "running", done: 1, total: 4 });
  const stranger = viewerFor({ ...(await makePerson({ role: "researcher" })), role: "researcher" });
  expect(await lookUpStudy(stranger, { id: study.id }, {})).toBeNull();
  await db.job.update({ where: { id }, data: { state: "done", finishedAt: new Date() } });
  expect(await getSimulation(study.id)).toBeNull();
});
