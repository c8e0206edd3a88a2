import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { hashSecret } from "#lib/auth/secrets/secrets.ts";
import type { KnownDevice } from "#lib/auth/sign-in/known-device.ts";
import { endSignIns, findSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { createOpenLink, createProlific, reissueInvitation } from "#lib/invitations/mutations.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import { type JoinResult, joinStudy } from "#lib/sittings/joining/join-mutations.ts";
import { withdrawOwnSitting } from "#lib/sittings/ending/withdraw-mutations.ts";
import { inspectReturn } from "#lib/sittings/returning/queries.ts";
import { makeEntryLink } from "#lib/sittings/watching/staff-mutations.ts";
import { always, goBack, inviteAs, join, refused } from "#lib/testing/inviting.ts";
import { elsewhere } from "#lib/testing/people.ts";
import {
  begin,
  expectValue,
  type Sitter,
  type TrialStudy,
  useTrialStudies,
  viewerOf,
} from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies({ cases: 8 });

env.databasePool = 12;

const { viewer, open } = trial;
const { inviteOne } = inviteAs(viewer);
const passphrase = "heron maple lake stone amber";

async function openProlific(): Promise<string> {
  const codes = { completion: "C0MPLETE", screenOut: "SCREEN", noConsent: "N0CONSENT" };
  const { id } = await open();
  return expectValue(await createProlific(viewer, id, { places: 9, cohort: null, codes })).code;
}
const arrive = (code: string, pid: string, known: KnownDevice | null = null, form: string = randomUUID()) =>
  join(code, { form, prolific: { pid, study: "study-1", session: randomUUID() } }, known);
/** What a browser carries in which somebody began. */
const browserOf = ({ userId, sittingId, signInId }: JoinResult): KnownDevice => ({
  id: randomUUID(),
  accounts: [userId],
  begun: [{ sittingId, signInId }],
});
const giveSecret = async (userId: string) =>
  db.user.update({ where: { id: userId }, data: { secretHash: await hashSecret(passphrase) } });
const signInsOf = (userId: string) => db.signIn.count({ where: { userId } });

describe("who knows a participant's number with Prolific", () => {
  async function victim({ hasSecret = true } = {}) {
    const [code, pid] = [await openProlific(), randomUUID()];
    const joined = expectValue(await arrive(code, pid));
    if (hasSecret) await giveSecret(joined.userId);
    return { code, pid, joined };
  }

  test("gets no sign-in by it: not by the link, not by the consent form, not with a guess", async () => {
    const { code, pid, joined } = await victim();
    expect(await inspectReturn(code, pid)).toMatchObject({ asks: "passphrase" });
    expect(await goBack(code, pid)).toEqual(refused("empty"));
    expect(await goBack(code, pid, { passphrase: "otter pine brook candle window" })).toEqual(
      refused("mismatch"),
    );
    expect(await arrive(code, pid)).toEqual(refused("begun"));
    // Somebody who takes part as well, in a browser that is known for another sitting.
    const own = browserOf(expectValue(await arrive(code, randomUUID())));
    const forged = {
      ...own,
      begun: [{ sittingId: joined.sittingId, signInId: own.begun[0]?.signInId ?? "" }],
    };
    for (const known of [own, forged]) {
      expect(await goBack(code, pid, { known })).toEqual(refused("empty"));
      expect(await arrive(code, pid, known)).toEqual(refused("begun"));
    }
    expect(await signInsOf(joined.userId)).toBe(1);
  });

  test("is left outside too where there is no passphrase to ask for", async () => {
    const { code, pid, joined } = await victim({ hasSecret: false });
    expect(await inspectReturn(code, pid)).toMatchObject({ asks: "new_link" });
    expect(await goBack(code, pid, { passphrase })).toEqual(refused("new_link"));
    expect(await arrive(code, pid)).toEqual(refused("begun"));
    expect(await signInsOf(joined.userId)).toBe(1);
  });

  test("guesses at the account, whatever door is used", async () => {
    const { code, pid } = await victim();
    const guess = () => goBack(code, pid, { passphrase: "otter pine brook candle window" });
    const outcomes = await Promise.all(Array.from({ length: 30 }, guess));
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.error === "mismatch")).toHaveLength(5);
    expect(await goBack(code, pid, { passphrase })).toMatchObject(refused("throttled"));
  });

  test("keeps the person out of nothing: the passphrase opens another browser, and the first needs none", async () => {
    const { code, pid, joined } = await victim();
    const elsewhereNow = expectValue(await goBack(code, pid, { passphrase: ` ${passphrase.toUpperCase()}` }));
    expect(elsewhereNow.sittingId).toBe(joined.sittingId);
    const known = browserOf(joined);
    expect(await inspectReturn(code, pid, known)).toMatchObject({ asks: "nothing" });
    expect(expectValue(await goBack(code, pid, { known })).sittingId).toBe(joined.sittingId);
    expect(expectValue(await arrive(code, pid, known)).sittingId).toBe(joined.sittingId);
    // Signed out there: the browser alone is worth nothing any more.
    await endSignIns(db, joined.userId);
    expect(await goBack(code, pid, { known })).toEqual(refused("empty"));
    expect(await arrive(code, pid, known)).toEqual(refused("begun"));
  });

  test("doesn't keep out for good who has no passphrase: the team makes them a link", async () => {
    const { code, pid, joined } = await victim({ hasSecret: false });
    const { studyId, number } = await db.sitting.findUniqueOrThrow({ where: { id: joined.sittingId } });
    expect(expectValue(await makeEntryLink(viewer, studyId, number))).toMatch(/^\/enter\/./);
    expect(await goBack(code, pid)).toEqual(refused("new_link"));
    expect(await db.signInLink.count({ where: { userId: joined.userId, usedAt: null } })).toBe(1);
  });
});

describe("erasing", () => {
  test("asks for the passphrase again, where there is one; withdrawing alone doesn't", async () => {
    const joined = expectValue(await join((await open()).link));
    await giveSecret(joined.userId);
    const me = await viewerOf(joined.handle);
    for (const given of ["", "otter pine brook candle window"])
      expect(await withdrawOwnSitting(me, joined.sittingId, { erase: true, passphrase: given })).toEqual(
        refused("wrong_current"),
      );
    const state = () => db.sitting.findUniqueOrThrow({ where: { id: joined.sittingId } });
    expect(await state()).toMatchObject({ state: "consented", erasedAt: null });
    expectValue(await withdrawOwnSitting(me, joined.sittingId, { erase: false }));
    expect(await state()).toMatchObject({ state: "withdrawn", erasedAt: null });
    expectValue(await withdrawOwnSitting(me, joined.sittingId, { erase: true, passphrase }));
    expect((await state()).erasedAt).not.toBeNull();
  });
});

describe("a personal link that has been used", () => {
  test("opens nothing by itself once its person has a passphrase", async () => {
    const { code } = await inviteOne(await open());
    const joined = expectValue(await join(code));
    expect(expectValue(await goBack(code)).sittingId).toBe(joined.sittingId);
    await giveSecret(joined.userId);
    expect(await inspectReturn(code, null)).toMatchObject({ asks: "passphrase" });
    expect(await goBack(code)).toEqual(refused("empty"));
    expect(expectValue(await goBack(code, null, { passphrase })).sittingId).toBe(joined.sittingId);
    expect(expectValue(await goBack(code, null, { known: browserOf(joined) })).userId).toBe(joined.userId);
  });

  test("that was made again opens once, of ten presses at once for one", async () => {
    const study = await open();
    const first = await inviteOne(study);
    const joined = expectValue(await join(first.code));
    await giveSecret(joined.userId);
    const { code } = expectValue(await reissueInvitation(viewer, study.id, first.id));
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => goBack(code)));
    const inside = outcomes.filter(({ ok }) => ok);
    expect(inside).toHaveLength(1);
    expect((await findSignIn(expectValue(inside[0]!).signInId))?.user.id).toBe(joined.userId);
    expect(await inspectReturn(code, null)).toMatchObject({ asks: "passphrase" });
  });
});

describe("an open link, whose plan says how many begin from one network", () => {
  const joinFrom = (code: string, address: string) =>
    joinStudy({ code, language: "en" }, { ...elsewhere(), address });
  const limited = (most: number) => open({ recruitment: { perAddress: most } });
  const networkOf = (n: string) => `2001:db8:1:${n}::${Math.floor(Math.random() * 9999)}`;
  const sittingsOf = ({ id }: TrialStudy) => db.sitting.count({ where: { studyId: id } });

  test("is not used up from there, however many ask at once; others come in", async () => {
    const study = await limited(3);
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => joinFrom(study.link, networkOf("a"))),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.error === "network")).toHaveLength(9);
    expect(await joinFrom(study.link, networkOf("b"))).toMatchObject({ ok: true });
    const link = await db.invitation.findFirstOrThrow({ where: { studyId: study.id } });
    expect([link.uses, await sittingsOf(study)]).toEqual([4, 4]);
    const rows = await db.invitationNetwork.findMany({ where: { invitationId: link.id } });
    expect(rows.map(({ sittings }) => sittings).toSorted()).toEqual([1, 3]);
    expect(JSON.stringify(rows)).not.toContain("2001:");
  });

  test("goes on counting when it is issued again, and each link by itself", async () => {
    const study = await limited(1);
    await joinFrom(study.link, networkOf("a"));
    const { id } = await db.invitation.findFirstOrThrow({ where: { studyId: study.id } });
    const again = expectValue(await reissueInvitation(viewer, study.id, id));
    expect(await joinFrom(again.code, networkOf("a"))).toEqual(refused("network"));
    const other = expectValue(await createOpenLink(viewer, study.id, { cap: 9, ...always }));
    expect(await joinFrom(other.code, networkOf("a"))).toMatchObject({ ok: true });
    const personal = await inviteOne(study);
    expect(await joinFrom(personal.code, networkOf("a"))).toMatchObject({ ok: true });
  });

  test("lets everybody in where the plan says nothing, and keeps no trace of where they came from", async () => {
    const study = await open();
    for (let i = 0; i < 4; i++)
      expect(await joinFrom(study.link, networkOf("a"))).toMatchObject({ ok: true });
    expect(await db.invitationNetwork.count({ where: { invitation: { studyId: study.id } } })).toBe(0);
  });
});

describe("answers by whoever has been signed out", () => {
  const { open } = trial;

  const signIn = async ({ userId }: Sitter["viewer"]) => {
    const expiresAt = new Date(Date.now() + 60_000);
    return (await db.signIn.create({ data: { userId, method: "link", device: "a test", expiresAt } })).id;
  };

  /** As the server in front does it, which proved the person up to a minute ago. */
  const saveBy = ({ viewer, sittingId }: Sitter, signInId: string, id: string = randomUUID()) =>
    saveAnswer(
      { ...viewer, signInId },
      {
        sittingId,
        position: 1,
        id,
        revision: 1,
        value: answerValue.parse({ choice: 0 }),
        clientAt: new Date(),
      },
    );

  const endings: [string, (sitter: Sitter, signInId: string) => Promise<unknown>][] = [
    [
      "signed out",
      (_, signInId) => db.signIn.update({ where: { id: signInId }, data: { endedAt: new Date() } }),
    ],
    ["signed out everywhere", ({ viewer }) => endSignIns(db, viewer.userId)],
    [
      "expired",
      (_, id) => {
        const ago = (ms: number) => new Date(Date.now() - ms);
        return db.signIn.update({ where: { id }, data: { createdAt: ago(60_000), expiresAt: ago(1000) } });
      },
    ],
    [
      "deactivated",
      ({ viewer }) => db.user.update({ where: { id: viewer.userId }, data: { deactivatedAt: new Date() } }),
    ],
  ];

  test.each(endings)(
    "nothing is stored, and nothing acknowledged again, for who has been %s since",
    async (_, end) => {
      const sitter = await begin(await open());
      const [signInId, id] = [await signIn(sitter.viewer), randomUUID()];
      expectValue(await saveBy(sitter, signInId, id));
      await end(sitter, signInId);
      expect(await saveBy(sitter, signInId)).toEqual(refused("not_signed_in"));
      expect(await saveBy(sitter, signInId, id)).toEqual(refused("not_signed_in"));
      expect(await db.answerRevision.count({ where: { sittingId: sitter.sittingId } })).toBe(1);
    },
  );

  test("a sign-in of somebody else proves nothing", async () => {
    const study = await open();
    const [sitter, other] = [await begin(study), await begin(study)];
    expect(await saveBy(sitter, await signIn(other.viewer))).toEqual(refused("not_signed_in"));
    expect(await db.answerRevision.count({ where: { sittingId: sitter.sittingId } })).toBe(0);
  });
});
