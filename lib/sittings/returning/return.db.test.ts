import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { endSignIns, findSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { reissueInvitation, revokeInvitation } from "#lib/invitations/mutations.ts";
import { getOwnSitting, listOwnSittings } from "#lib/sittings/queries.ts";
import { startSitting, withdrawOwnSitting } from "#lib/sittings/mutations.ts";
import { findSittingByCode, getOwnEnding, inspectReturn } from "#lib/sittings/returning/queries.ts";
import { closeStudy, pauseStudy } from "#lib/studies/state-mutations.ts";
import { goBack, inviteAs, join, later, refused } from "#lib/testing/inviting.ts";
import { expectValue, useTrialStudies, viewerOf } from "#lib/testing/trial-study.ts";

env.databasePool = 12;

const { viewer, open } = await useTrialStudies({ cases: 8 });

const { inviteOne } = inviteAs(viewer);
const send = (code: string, form: string) => join(code, { form });

describe("the same form sent again", () => {
  test("makes one person, however many times and through whichever kind of link", async () => {
    const study = await open();
    for (const code of [study.link, (await inviteOne(study)).code]) {
      const form = randomUUID();
      const sent = await Promise.all(Array.from({ length: 5 }, () => send(code, form)));
      const ids = sent.map((result) => expectValue(result).sittingId);
      expect(new Set(ids).size).toBe(1);
      expect(sent.map((result) => expectValue(result).isReturn).toSorted()).toEqual([
        false,
        true,
        true,
        true,
        true,
      ]);
    }
    expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(2);
    expect(await db.user.count({ where: { sittings: { some: { studyId: study.id } } } })).toBe(2);
    const uses = await db.invitation.aggregate({ where: { studyId: study.id }, _sum: { uses: true } });
    expect(uses._sum.uses).toBe(2);
  });

  test("opens nothing of another link, nor once its person has begun or a day has gone by", async () => {
    const [study, other] = [await open(), await open()];
    const form = randomUUID();
    const { sittingId } = expectValue(await send(study.link, form));
    expect(expectValue(await send(other.link, form)).sittingId).not.toBe(sittingId);
    const tick = (consentedAt: Date) =>
      db.sitting.update({ where: { id: sittingId }, data: { consentedAt } });
    await tick(later(-25));
    expect(await send(study.link, form)).toEqual(refused("begun"));
    await tick(new Date());
    expect(await send(study.link, form)).toMatchObject({ ok: true });
    const { userId } = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
    const { handle } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    expectValue(await startSitting(await viewerOf(handle), sittingId));
    expect(await send(study.link, form)).toEqual(refused("begun"));
    expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(1);
  });
});

test("a form that stays on a screen is of no use once its person has signed out", async () => {
  const study = await open();
  const form = randomUUID();
  const { userId } = expectValue(await send(study.link, form));
  await endSignIns(db, userId);
  expect(await send(study.link, form)).toEqual(refused("begun"));
  expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(1);
});

describe("coming back", () => {
  test("by a re-issued invitation leads to the sitting begun with the one before, once", async () => {
    const study = await open();
    const first = await inviteOne(study);
    const joined = expectValue(await join(first.code));
    const second = expectValue(await reissueInvitation(viewer, study.id, first.id));
    const third = expectValue(await reissueInvitation(viewer, study.id, second.id));
    expect(await join(second.code)).toEqual(refused("replaced"));
    // Those in the middle of a sitting may finish.
    expectValue(await pauseStudy(viewer, study.slug));
    expect(await join(third.code)).toEqual({
      ok: true,
      value: { ...joined, isReturn: true, signInId: expect.any(String) },
    });
    expect(await join(third.code)).toEqual(refused("used"));
    expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(1);
  });

  test("is refused to whoever was deactivated: no second sitting comes of it", async () => {
    const study = await open();
    const first = await inviteOne(study);
    const { handle } = expectValue(await join(first.code));
    await db.user.update({ where: { handle }, data: { deactivatedAt: new Date() } });
    const second = expectValue(await reissueInvitation(viewer, study.id, first.id));
    expect(await join(second.code)).toEqual(refused("revoked"));
    expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(1);
  });

  test("by the personal link itself signs its person in, as long as they have no passphrase", async () => {
    const study = await open();
    const { id, code } = await inviteOne(study);
    expect(await goBack(code)).toEqual(refused("unknown"));
    const { sittingId, userId } = expectValue(await join(code));
    expect(await inspectReturn(code, null)).toMatchObject({ asks: "nothing" });
    for (let i = 0; i < 2; i++) {
      const back = expectValue(await goBack(code));
      expect(back.sittingId).toBe(sittingId);
      expect((await findSignIn(back.signInId))?.user.id).toBe(userId);
    }
    // Its end is the end of beginning.
    await db.invitation.update({ where: { id }, data: { expiresAt: later(-1) } });
    expectValue(await closeStudy(viewer, study.slug));
    expect(expectValue(await goBack(code)).sittingId).toBe(sittingId);
    await revokeInvitation(viewer, study.id, id);
    expect(await goBack(code)).toEqual(refused("revoked"));
    expect(await inspectReturn(code, null)).toMatchObject({ asks: null });
    expect(await db.invitation.findUnique({ where: { id } })).toMatchObject({ uses: 1 });
  });

  test("by the newest of several personal links alone, and not for who was deactivated", async () => {
    const study = await open();
    const first = await inviteOne(study);
    const { sittingId, handle } = expectValue(await join(first.code));
    const second = expectValue(await reissueInvitation(viewer, study.id, first.id));
    expect(await goBack(first.code)).toEqual(refused("replaced"));
    expect(expectValue(await goBack(second.code)).sittingId).toBe(sittingId);
    expect(await db.invitation.findUnique({ where: { id: second.id } })).toMatchObject({ uses: 1 });
    await db.user.update({ where: { handle }, data: { deactivatedAt: new Date() } });
    expect(await goBack(second.code)).toEqual(refused("revoked"));
    expect(await inspectReturn(second.code, null)).toMatchObject({ asks: null });
  });

  test("by the personal link tells that it is over, and when; the link of another tells it to nobody", async () => {
    const study = await open();
    const [mine, theirs] = [await inviteOne(study), await inviteOne(study)];
    const { sittingId, handle } = expectValue(await join(mine.code));
    const me = await viewerOf(handle);
    expect(await inspectReturn(mine.code, null)).toMatchObject({ asks: "nothing", ended: null });
    expect(await getOwnEnding(me, sittingId)).toBeNull();
    expectValue(await withdrawOwnSitting(me, sittingId, { erase: false }));
    const { withdrawnAt: at } = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
    expect(await inspectReturn(mine.code, null)).toMatchObject({ ended: { state: "withdrawn", at } });
    expect(await getOwnEnding(me, sittingId)).toEqual({ state: "withdrawn", at });
    expect(await inspectReturn(theirs.code, null)).toMatchObject({ asks: null, ended: null });
    const other = await viewerOf(expectValue(await join(theirs.code)).handle);
    expect(await getOwnEnding(other, sittingId)).toBeNull();
  });

  test("by an open link leads nobody anywhere", async () => {
    const study = await open();
    await join(study.link);
    expect(await inspectReturn(study.link, null)).toEqual({ asks: null, ended: null, isFull: false });
    expect(await goBack(study.link)).toEqual(refused("unknown"));
    expect(await goBack("no code")).toEqual(refused("unknown"));
  });

  test("is tried so often and not more", async () => {
    const study = await open();
    const { code } = await inviteOne(study);
    for (let i = 0; i < 5; i++) expect(await goBack(code)).toEqual(refused("unknown"));
    expect(await goBack(code)).toMatchObject(refused("throttled"));
  });

  test("by one's own link while signed in leads to one's sitting; a stranger's link leads nowhere", async () => {
    const study = await open();
    const [mine, theirs] = [await inviteOne(study), await inviteOne(study)];
    const joined = expectValue(await join(mine.code));
    await join(theirs.code);
    const me = await viewerOf(joined.handle);
    expect(await findSittingByCode(me, mine.code)).toBe(joined.sittingId);
    expect(await findSittingByCode(me, theirs.code)).toBeNull();
    expect(await findSittingByCode(me, "nothing")).toBeNull();
    expect(await getOwnSitting(me, joined.sittingId)).toMatchObject({ number: 1, state: "consented" });
    const own = await listOwnSittings(me);
    expect(own.map(({ id }) => id)).toEqual([joined.sittingId]);
    // What the team calls a study may tell why its cases were chosen.
    expect(own[0]?.study.title).toBe("Who is speaking?");
    const others = await db.sitting.findFirstOrThrow({ where: { studyId: study.id, number: 2 } });
    expect(await getOwnSitting(me, others.id)).toBeNull();
  });
});
