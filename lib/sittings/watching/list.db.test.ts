import { expect, test } from "vitest";
import { lookUpStudy } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import { listSittings } from "#lib/sittings/watching/list-queries.ts";
import { getLive } from "#lib/sittings/watching/live-queries.ts";
import { startSitting } from "#lib/sittings/mutations.ts";
import type { SittingFilter } from "#lib/sittings/schema.ts";
import { excludeSitting, withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import {
  answerCase,
  begin,
  consent,
  expectValue,
  becomeInactive,
  finish,
  numberOf,
  useTrialStudies,
  type TrialStudy,
} from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies({ cases: 12 });

const rows = ({ id }: TrialStudy, given: Parameters<typeof listSittings>[2] = {}) =>
  listSittings(viewer, id, given);
async function makeMember(study: TrialStudy | null) {
  const person = await makePerson({ role: "researcher" });
  if (study) await db.studyMember.create({ data: { studyId: study.id, userId: person.id } });
  return viewerFor({ ...person, role: "researcher" });
}

test("says where everybody is", async () => {
  const study = await open({ sample: { quota: { Literary: 3 } } });
  const [middle, waiting] = [await begin(study), await consent(study)];
  await answerCase(middle, 1, { choice: 0, activeMs: 700 });
  await answerCase(middle, 3, { choice: 0, activeMs: 800 });
  const { sittings, total, pages } = await rows(study);
  expect({ total, pages }).toEqual({ total: 2, pages: 1 });
  const here = {
    number: 1,
    state: "started",
    cases: 3,
    answered: 2,
    at: 2,
    activeMs: 1500,
    cell: 1,
    language: "en",
  };
  expect(sittings[0]).toMatchObject({ ...here, code: middle.handle, isDroppedOut: false });
  expect(sittings[1]).toMatchObject({
    number: 2,
    state: "consented",
    cases: 0,
    answered: 0,
    at: null,
    activeMs: null,
  });
  expectValue(await startSitting(waiting.viewer, waiting.sittingId));
  expect((await rows(study)).sittings[1]).toMatchObject({ state: "started", cases: 3, at: 1 });
});

test("is filtered as the totals count", async () => {
  const study = await open({ sample: { quota: { Literary: 1 } } });
  await consent(study);
  const [, inactive, out, gone] = [
    await begin(study),
    await begin(study),
    await begin(study),
    await begin(study),
  ];
  await finish(study, 1, 1000);
  await becomeInactive(inactive, 73);
  await excludeSitting(viewer, study.id, await numberOf(out), "Two tabs");
  await withdrawSitting(viewer, study.id, await numberOf(gone), { erase: true });
  const numbers = async (filter: SittingFilter) =>
    (await rows(study, { filter })).sittings.map(({ number }) => number);
  expect(await numbers("consented")).toEqual([1]);
  expect(await numbers("working")).toEqual([2]);
  expect(await numbers("dropped_out")).toEqual([3]);
  expect(await numbers("unfinished")).toEqual([2, 3]);
  expect(await numbers("excluded")).toEqual([4]);
  expect(await numbers("withdrawn")).toEqual([5]);
  expect(await numbers("submitted")).toEqual([6]);
  const { sittings } = await rows(study, { filter: "excluded" });
  expect(sittings[0]).toMatchObject({
    excludedReason: "Two tabs",
    excludedBy: viewer.name,
    isErased: false,
  });
});

test("finds one by number or participant code, and has fifty a page", async () => {
  const study = await open();
  const sitters = await Promise.all(Array.from({ length: 53 }, () => consent(study)));
  const { total, pages, sittings } = await rows(study, { page: 2 });
  expect({ total, pages }).toEqual({ total: 53, pages: 2 });
  expect(sittings.map(({ number }) => number)).toEqual([51, 52, 53]);
  expect((await rows(study, { page: 99 })).page).toBe(2);
  expect((await rows(study, { find: "7" })).sittings.map(({ number }) => number)).toEqual([7]);
  const some = sitters[9];
  const byCode = await rows(study, { find: ` ${some?.handle.toUpperCase()} ` });
  expect(byCode.sittings.map(({ code }) => code)).toEqual([some?.handle]);
  expect((await rows(study, { find: "nobody" })).total).toBe(0);
});

test("finds whoever shows the code they got at the end, for a part, too, however it is typed", async () => {
  const study = await open();
  const [whole, part] = [await finish(study, 5, 1000), await begin(study)];
  await consent(study);
  expectValue(await closeStudy(viewer, study.slug));
  const codes = await db.sitting.findMany({
    where: { studyId: study.id },
    select: { completionCode: true, partialCode: true },
    orderBy: { number: "asc" },
  });
  const [{ completionCode }, { partialCode }] = codes as [(typeof codes)[0], (typeof codes)[0]];
  expect(partialCode).toMatch(/^PART-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  // Who has finished, or hasn't begun, has none.
  expect(codes.map((one) => one.partialCode === null)).toEqual([true, false, true]);
  const found = async (find: string) => (await rows(study, { find })).sittings.map(({ code }) => code);
  expect(await found(completionCode?.toLowerCase() ?? "")).toEqual([whole.handle]);
  expect(await found(` ${partialCode?.replaceAll("-", " ").toLowerCase()}`)).toEqual([part.handle]);
  expect(await getOwnPlace(part.viewer, part.sittingId)).toMatchObject({ partialCode, study: "closed" });
  const member = await makeMember(study);
  expect((await listSittings(member, study.id, { find: partialCode ?? "" })).total).toBe(0);
  expect((await listSittings(member, study.id)).sittings.map((one) => one.partialCode)).toEqual([
    null,
    null,
    null,
  ]);
});

test("shows researchers of the study no codes, and other researchers nothing", async () => {
  const study = await open();
  const { handle } = await consent(study);
  const [member, stranger] = [await makeMember(study), await makeMember(null)];
  expect((await listSittings(member, study.id)).sittings).toMatchObject([{ number: 1, code: null }]);
  expect((await listSittings(member, study.id, { find: handle })).total).toBe(0);
  expect((await getLive(study.id)).totals.consented).toBe(1);
  expect(await lookUpStudy(stranger, { id: study.id }, {})).toBeNull();
});
