import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { lookUpStudy, type Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { addMember, removeMember } from "#lib/study-members/mutations.ts";
import {
  listCandidates,
  listMembers,
  listMemberships,
  listOtherStudies,
} from "#lib/study-members/queries.ts";
import { makeAdmin, makePerson, viewerFor } from "#lib/testing/people.ts";

async function makeStudy() {
  const slug = `study-${randomUUID()}`;
  const draft = { sample: { seed: 1 } };
  return db.study.create({ data: { slug, title: slug, draft }, select: { id: true, slug: true } });
}

/** Null for whoever doesn't see the study. */
async function membersFor(viewer: Staff, { id }: { id: string }) {
  const seen = await lookUpStudy(viewer, { id }, {});
  return seen && listMembers(seen.id);
}

const eventsOf = (studyId: string) =>
  db.auditEvent.findMany({
    where: { subjectType: "study", subjectId: studyId },
    select: { action: true, actorId: true, details: true },
    orderBy: { id: "asc" },
  });

test("a researcher is added once, however often, and the record says by whom", async () => {
  const [admin, study, person] = [await makeAdmin(), await makeStudy(), await makePerson()];
  const membership = { studyId: study.id, userId: person.id };
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => addMember(admin, membership)));
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  expect(await membersFor(admin, study)).toMatchObject([{ userId: person.id, role: "researcher" }]);
  const details = { userId: person.id, handle: person.handle };
  expect(await eventsOf(study.id)).toEqual([
    { action: "study.member_added", actorId: admin.userId, details },
  ]);
});

test("only active researchers are added, to studies that exist", async () => {
  const [admin, study] = [await makeAdmin(), await makeStudy()];
  const add = (userId: string, studyId = study.id) => addMember(admin, { studyId, userId });
  const inactive = await makePerson({ deactivatedAt: new Date() });
  expect(await add((await makePerson({ role: "participant" })).id)).toMatchObject({
    error: "not_researcher",
  });
  expect(await add((await makePerson({ role: "admin" })).id)).toMatchObject({ error: "not_researcher" });
  expect(await add(inactive.id)).toMatchObject({ error: "inactive" });
  expect(await add(randomUUID())).toMatchObject({ error: "unknown_person" });
  expect(await add((await makePerson()).id, randomUUID())).toMatchObject({ error: "not_found" });
  expect(await membersFor(admin, study)).toEqual([]);
  expect(await eventsOf(study.id)).toEqual([]);
});

test("who is removed no longer sees the study, nor who belongs to it", async () => {
  const [admin, study, person] = [await makeAdmin(), await makeStudy(), await makePerson()];
  const researcher = viewerFor({ ...person, role: "researcher" as const });
  const membership = { studyId: study.id, userId: person.id };
  await addMember(admin, membership);
  expect(await membersFor(researcher, study)).toHaveLength(1);
  expect(await removeMember(admin, membership)).toMatchObject({ ok: true });
  expect(await removeMember(admin, membership)).toMatchObject({ ok: true });
  expect(await membersFor(researcher, study)).toBeNull();
  expect((await eventsOf(study.id)).map(({ action }) => action)).toEqual([
    "study.member_added",
    "study.member_removed",
  ]);
});

test("candidates are the researchers who don't belong yet, and a person's other studies those not theirs", async () => {
  const [admin, one, two] = [await makeAdmin(), await makeStudy(), await makeStudy()];
  const [inside, outside] = [await makePerson(), await makePerson()];
  await addMember(admin, { studyId: one.id, userId: inside.id });
  const candidates = (await listCandidates(admin, one.id)).map(({ userId }) => userId);
  expect(candidates).toContain(outside.id);
  expect(candidates).not.toContain(inside.id);
  expect(candidates).not.toContain(admin.userId);
  expect(await listMemberships(admin, inside.id)).toMatchObject([{ slug: one.slug, state: "draft" }]);
  const others = (await listOtherStudies(admin, inside.id)).map(({ studyId }) => studyId);
  expect(others).toContain(two.id);
  expect(others).not.toContain(one.id);
});
