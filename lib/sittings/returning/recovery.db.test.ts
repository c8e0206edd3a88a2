import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { operator } from "#lib/auth/operator.ts";
import type { KnownDevice, StartedSitting } from "#lib/auth/sign-in/known-device.ts";
import { db } from "#lib/db.ts";
import { reissueInvitation } from "#lib/invitations/mutations.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import { getStartedSitting, findLostAt, findLostByCode } from "#lib/sittings/returning/queries.ts";
import { recoverSitting } from "#lib/sittings/returning/mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { always, goBack, inviteAs, refused } from "#lib/testing/inviting.ts";
import { elsewhere } from "#lib/testing/people.ts";
import { loseSitting } from "#lib/testing/set-back.ts";
import {
  begin,
  consent,
  expectValue,
  useTrialStudies,
  viewerOf,
  type Sitter,
  type TrialStudy,
} from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies({ cases: 12 });
const { inviteOne } = inviteAs(viewer);
const ownerUrl = process.env.DATABASE_OWNER_URL ?? "";

const describe = async ({ viewer: me, sittingId }: Sitter): Promise<StartedSitting> => {
  const started = await getStartedSitting(me, sittingId);
  if (!started) throw new Error("not started");
  return started;
};
const lose = async (sitter: Sitter) => {
  const started = await describe(sitter);
  await loseSitting(ownerUrl, sitter.sittingId);
  return { sittingId: sitter.sittingId, started };
};
const browserOf = (begun: KnownDevice["begun"][number]): KnownDevice => ({
  id: randomUUID(),
  accounts: [],
  begun: [begun],
});
const readSitting = async (id: string) => {
  const { state, number, seed, arm, cell, consentedAt, startedAt, invitationId, ...rest } =
    await db.sitting.findUniqueOrThrow({ where: { id } });
  const { studyId, userId, language, consentTextId, timeAllowanceMs, releasedAt } = rest;
  return {
    state,
    number,
    seed,
    arm,
    cell,
    consentedAt,
    startedAt,
    invitationId,
    studyId,
    userId,
    language,
    consentTextId,
    timeAllowanceMs,
    releasedAt,
  };
};
const readServed = (sittingId: string) =>
  db.servedCase.findMany({ where: { sittingId }, orderBy: { position: "asc" } });

test("a lost sitting is made again as it was, and takes the answers that were acknowledged", async () => {
  const study = await open({ questions: { timeLimitMinutes: 30 } });
  await begin(study);
  const sitter = await begin(study);
  const { sittingId } = sitter;
  const answer = {
    sittingId,
    position: 2,
    id: randomUUID(),
    revision: 1,
    clientAt: new Date(),
    value: answerValue.parse({ choice: 1, activeMs: 1000 }),
  };
  const { seal } = expectValue(await saveAnswer(sitter.viewer, answer));
  const before = [await readSitting(sittingId), await readServed(sittingId)];
  const history = await db.answerRevision.findMany({ where: { sittingId } });

  const lost = await lose(sitter);
  expect(await db.sitting.count({ where: { id: sittingId } })).toBe(0);
  const { signInId, userId } = expectValue(await recoverSitting(lost, elsewhere()));
  expect(await db.signIn.findUnique({ where: { id: signInId } })).toMatchObject({ userId });
  expect([await readSitting(sittingId), await readServed(sittingId)]).toEqual(before);
  expectValue(await saveAnswer(await viewerOf(sitter.handle), { ...answer, seal }));
  expect(await db.answerRevision.findMany({ where: { sittingId } })).toEqual(history);
  const event = await db.auditEvent.findFirst({
    where: { action: "sitting.recovered", subjectId: study.id },
  });
  expect(event).toMatchObject({ actorId: userId, origin: "web", details: { number: 2, before: 2 } });
  expect(await recoverSitting(lost, elsewhere())).toEqual(refused("gone"));
});

test("somebody who came since keeps number and place, and the lost one goes on without them", async () => {
  const blocks = { design: "blocks", people: 2, ratersPerCase: 1 } as const;
  const study = await open({ sample: { quota: { Literary: 2 } }, assignment: blocks });
  await begin(study);
  const lost = await lose(await begin(study));
  const since = await begin(study);
  expect((await readSitting(since.sittingId)).cell).toBe(lost.started.cell);
  expectValue(await recoverSitting(lost, elsewhere()));
  const again = await readSitting(lost.sittingId);
  expect(again).toMatchObject({ number: 3, cell: lost.started.cell, state: "started" });
  expect(again.releasedAt).not.toBeNull();
});

async function beginByOwnLink(study: TrialStudy): Promise<Sitter & { code: string; linkId: string }> {
  const { id, code } = await inviteOne(study, always);
  return { ...(await begin({ link: code })), code, linkId: id };
}

test("what can't be made again is refused with the reason", async () => {
  const study = await open();
  const mine = await beginByOwnLink(study);
  const lost = await lose(mine);
  await consent({ link: mine.code });
  expect(await recoverSitting(lost, elsewhere())).toEqual(refused("begun_anew"));

  const shutOut = await beginByOwnLink(study);
  const out = await lose(shutOut);
  await db.invitation.update({ where: { id: shutOut.linkId }, data: { revokedAt: new Date() } });
  expect(await recoverSitting(out, elsewhere())).toEqual(refused("begun_anew"));

  const other = await lose(await begin(study));
  const { viewer: somebody } = await begin(study);
  expect(await recoverSitting(other, elsewhere(), somebody)).toEqual(refused("begun_anew"));
  const gone = { ...other, started: { ...other.started, consentTextId: randomUUID() } };
  expect(await recoverSitting(gone, elsewhere())).toEqual(refused("gone"));
  expectValue(await closeStudy(operator(), study.slug));
  expect(await recoverSitting(other, elsewhere())).toEqual(refused("closed"));
  expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(2);
});

test("where a personal link was replaced since, the sitting is by the new one, and nobody has two", async () => {
  const study = await open();
  const replace = async ({ linkId }: { linkId: string }) =>
    expectValue(await reissueInvitation(viewer, study.id, linkId));
  const mine = await beginByOwnLink(study);
  const lost = await lose(mine);
  const newer = await replace(mine);
  const { userId } = expectValue(await recoverSitting(lost, elsewhere()));
  expect((await readSitting(lost.sittingId)).invitationId).toBe(newer.id);
  expect(await goBack(newer.code)).toMatchObject({ ok: true, value: { userId } });

  const theirs = await beginByOwnLink(study);
  const lostToo = await lose(theirs);
  const { code } = await replace(theirs);
  await consent({ link: code });
  expect(await recoverSitting(lostToo, elsewhere())).toEqual(refused("begun_anew"));
});

test("what is lost is known by the browser that began it, at its address and at its link", async () => {
  const study = await open();
  const sitter = await begin(study);
  const { sittingId } = sitter;
  const begun = { sittingId, signInId: randomUUID(), started: await describe(sitter) };
  const known = browserOf(begun);
  const address = `/sittings/${sittingId}/2?back=1`;
  expect(await findLostAt(address, known)).toBeNull();
  expect(await findLostByCode(study.link, known)).toBeNull();
  await loseSitting(ownerUrl, sittingId);
  expect(await findLostAt(address, known)).toEqual({ sittingId, canGoOn: true });
  expect(await findLostByCode(study.link, known)).toEqual({ sittingId, canGoOn: true });
  const { started: _, ...bare } = begun;
  expect(await findLostAt(address, browserOf(bare))).toEqual({ sittingId, canGoOn: false });
  expect(await findLostByCode(study.link, browserOf(bare))).toBeNull();
  expect(await findLostAt(address, null)).toBeNull();
  expect(await findLostAt(`/sittings/${randomUUID()}`, known)).toBeNull();
  expect(await findLostByCode((await open()).link, known)).toBeNull();
});
