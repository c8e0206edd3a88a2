import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { lookUpStudy } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import {
  createInvitations,
  createOpenLink,
  createProlific,
  extendInvitation,
  reissueInvitation,
  revokeInvitation,
} from "#lib/invitations/mutations.ts";
import { inspectInvitation, listInvitations } from "#lib/invitations/queries.ts";
import { showCode } from "#lib/studies/codes/schema.ts";
import { closeStudy, pauseStudy } from "#lib/studies/mutations.ts";
import { always, inviteAs, join, later, problemOf, refused } from "#lib/testing/inviting.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue, type TrialStudy, useTrialStudies } from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies({ cases: 8 });

const { viewer, draft, open } = trial;
const { invite, inviteOne } = inviteAs(viewer);
const events = ({ id }: TrialStudy) =>
  db.auditEvent.findMany({
    where: { subjectType: "study", subjectId: id, action: { startsWith: "invitation." } },
    select: { action: true, details: true },
    orderBy: { id: "asc" },
  });

describe("invitations", () => {
  test("have numbers that run on, codes of their own and a cohort; codes aren't kept", async () => {
    const study = await open();
    const made = [
      ...(await invite(study, 3, { cohort: "PhD", expiresAt: null })),
      ...(await invite(study, 2)),
    ];
    // The open link that came with the study is number 1.
    expect(made.map(({ number, cohort }) => [number, cohort])).toEqual([
      [2, "PhD"],
      [3, "PhD"],
      [4, "PhD"],
      [5, null],
      [6, null],
    ]);
    expect(new Set(made.map(({ code }) => code)).size).toBe(5);
    const rows = await db.invitation.findMany({ where: { studyId: study.id, number: { gt: 1 } } });
    expect(rows.map(({ publicCode }) => publicCode)).toEqual([null, null, null, null, null]);
    const everything = JSON.stringify([rows, await events(study)]);
    for (const { code } of made) expect(everything).not.toContain(code);
    expect((await events(study)).slice(1)).toMatchObject([
      { action: "invitation.created", details: { count: 3, cohort: "PhD", numbers: [2, 4] } },
      { action: "invitation.created", details: { count: 2, cohort: null, numbers: [5, 6] } },
    ]);
  });

  test("made by two admins at once have different numbers", async () => {
    const study = await open();
    const made = (await Promise.all([invite(study, 20), invite(study, 20), invite(study, 20)])).flat();
    expect(made.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, i) => i + 2),
    );
  });

  test("are for studies that are open or paused", async () => {
    const { id } = await draft();
    const study = await open();
    const make = (studyId: string) => createInvitations(viewer, studyId, { count: 1, ...always });
    expect(await make(id)).toEqual(refused("not_open"));
    expectValue(await pauseStudy(viewer, study.slug));
    expectValue(await make(study.id));
    expectValue(await closeStudy(viewer, study.slug));
    expect(await make(study.id)).toEqual(refused("not_open"));
    expect(await make(randomUUID())).toEqual(refused("not_found"));
  });
});

describe("a re-issued one", () => {
  test("opens in place of the one before, which dies, and says so", async () => {
    const study = await open();
    const old = await inviteOne(study, { cohort: "PhD", expiresAt: later(5) });
    const made = expectValue(await reissueInvitation(viewer, study.id, old.id));
    expect(made).toMatchObject({ number: 3, cohort: "PhD" });
    expect(await problemOf(old.code)).toBe("replaced");
    expect(await problemOf(made.code)).toBeNull();
    expect(await reissueInvitation(viewer, study.id, old.id)).toEqual(refused("replaced"));
    const [last] = (await events(study)).slice(-1);
    expect(last).toEqual({ action: "invitation.reissued", details: { number: 2, by: 3 } });
  });

  test("of an open link keeps its cap: people are counted, not links", async () => {
    const study = await open();
    const link = expectValue(await createOpenLink(viewer, study.id, { cap: 2, ...always }));
    expectValue(await join(link.code));
    const made = expectValue(await reissueInvitation(viewer, study.id, link.id));
    expectValue(await join(made.code));
    expect(await join(made.code)).toEqual(refused("used"));
  });

  test("of one that has ended lasts as long again", async () => {
    const study = await open();
    const old = await inviteOne(study);
    const createdAt = later(-10);
    const expiresAt = new Date(createdAt.getTime() + 2 * 3_600_000);
    await db.invitation.update({ where: { id: old.id }, data: { createdAt, expiresAt } });
    const earliest = later(2);
    const made = expectValue(await reissueInvitation(viewer, study.id, old.id));
    const latest = later(2);
    const { expiresAt: end } = await db.invitation.findUniqueOrThrow({ where: { id: made.id } });
    expect(end?.getTime()).toBeGreaterThanOrEqual(earliest.getTime());
    expect(end?.getTime()).toBeLessThanOrEqual(latest.getTime());
  });

  test("is refused for one that was taken back, and for another study's", async () => {
    const [study, other] = [await open(), await open()];
    const one = await inviteOne(study);
    expect(await reissueInvitation(viewer, other.id, one.id)).toEqual(refused("not_found"));
    expectValue(await revokeInvitation(viewer, study.id, one.id));
    expect(await reissueInvitation(viewer, study.id, one.id)).toEqual(refused("revoked"));
  });

  test("by two admins at once is one", async () => {
    const study = await open();
    const one = await inviteOne(study);
    const results = await Promise.all([1, 2].map(() => reissueInvitation(viewer, study.id, one.id)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

test("one that is taken back opens nothing, and is recorded once", async () => {
  const study = await open();
  const one = await inviteOne(study);
  expectValue(await revokeInvitation(viewer, study.id, one.id));
  expectValue(await revokeInvitation(viewer, study.id, one.id));
  expect(await problemOf(one.code)).toBe("revoked");
  const revoked = (await events(study)).filter(({ action }) => action === "invitation.revoked");
  expect(revoked).toEqual([{ action: "invitation.revoked", details: { number: 2 } }]);
});

describe("extending", () => {
  test("gives a later end or none, and a link that is passed on more room", async () => {
    const study = await open();
    const one = await inviteOne(study);
    await db.invitation.update({ where: { id: one.id }, data: { expiresAt: later(-1) } });
    expect(await problemOf(one.code)).toBe("expired");
    expectValue(await extendInvitation(viewer, study.id, one.id, { expiresAt: later(24) }));
    expect(await problemOf(one.code)).toBeNull();
    const link = expectValue(await createOpenLink(viewer, study.id, { cap: 1, ...always }));
    expectValue(await join(link.code));
    expect(await problemOf(link.code)).toBe("used");
    expectValue(await extendInvitation(viewer, study.id, link.id, { maxUses: 5 }));
    expect(await problemOf(link.code)).toBeNull();
    expect((await events(study)).at(-1)).toEqual({
      action: "invitation.extended",
      details: { number: 3, maxUses: 5 },
    });
  });

  test("is refused below what is used, for a personal one's uses, and for dead ones", async () => {
    const study = await open();
    const [one, dead] = [await inviteOne(study), await inviteOne(study)];
    const link = expectValue(await createOpenLink(viewer, study.id, { cap: 3, ...always }));
    expectValue(await join(link.code));
    expectValue(await join(link.code));
    const extend = (id: string, given: object) => extendInvitation(viewer, study.id, id, given);
    expect(await extend(link.id, { maxUses: 1 })).toEqual(refused("below_uses"));
    expect(await extend(one.id, { maxUses: 2 })).toEqual(refused("personal"));
    expectValue(await revokeInvitation(viewer, study.id, dead.id));
    expect(await extend(dead.id, { expiresAt: null })).toEqual(refused("revoked"));
    expectValue(await reissueInvitation(viewer, study.id, one.id));
    expect(await extend(one.id, { expiresAt: null })).toEqual(refused("replaced"));
    expect(await extend(randomUUID(), {})).toEqual(refused("not_found"));
  });
});

describe("the list of invitations", () => {
  const { viewer, open } = trial;
  const { invite, inviteOne } = inviteAs(viewer);
  const codes = { completion: "C0MPLETE", screenOut: "SCREEN", noConsent: "N0CONSENT" };

  describe("looking at an invitation", () => {
    test("tells what one is invited to, and uses nothing", async () => {
      const practice = { count: 1, cases: [] };
      const attention = { count: 2, cases: [] };
      const study = await open({ sample: { quota: { Literary: 4 }, practice, attention } });
      const { code, id } = await inviteOne(study);
      const before = await db.invitation.findUnique({ where: { id } });
      const invited = expectValue(await inspectInvitation(showCode(code).toUpperCase()));
      expect(invited).toMatchObject({ cases: 6, practice: 1, problem: null, recruitment: "invitation" });
      expect(invited.study).toEqual({ title: "Who is speaking?", state: "open", isDemo: false });
      expect(invited.texts.map(({ language }) => language)).toEqual(["en", "zh-CN"]);
      expect(await db.invitation.findUnique({ where: { id } })).toEqual(before);
    });

    test("says why it opens nothing: its own state first, then the study's", async () => {
      const study = await open();
      const [one, used] = [await inviteOne(study), await inviteOne(study)];
      expectValue(await join(used.code));
      expect(await problemOf(used.code)).toBe("used");
      expectValue(await pauseStudy(viewer, study.slug));
      expect(await problemOf(one.code)).toBe("paused");
      expectValue(await closeStudy(viewer, study.slug));
      expect(await problemOf(one.code)).toBe("closed");
      expect(await problemOf(used.code)).toBe("used");
      expect(await inspectInvitation("zzzzz-zzzzz")).toEqual(refused("unknown"));
      expect(await inspectInvitation("")).toEqual(refused("unknown"));
    });
  });

  describe("the list", () => {
    test("has states as people see them, by which it can be filtered", async () => {
      const study = await open();
      const [waiting, used, ended, dead, lost] = await invite(study, 5);
      expectValue(await join(used?.code ?? ""));
      await db.invitation.update({ where: { id: ended?.id ?? "" }, data: { expiresAt: later(-1) } });
      expectValue(await revokeInvitation(viewer, study.id, dead?.id ?? ""));
      expectValue(await reissueInvitation(viewer, study.id, lost?.id ?? ""));
      const { invitations, total } = await listInvitations(viewer, study.id);
      expect(total).toBe(7);
      const states = ["waiting", "waiting", "used", "expired", "revoked", "replaced", "waiting"];
      expect(invitations.map(({ state }) => state)).toEqual(states);
      expect(invitations.map(({ replacedBy }) => replacedBy)).toEqual([
        null,
        null,
        null,
        null,
        null,
        7,
        null,
      ]);
      expect(invitations[2]).toMatchObject({ uses: 1, sittings: [1] });
      for (const state of new Set(states) as Set<"waiting">) {
        const filtered = await listInvitations(viewer, study.id, { state });
        const wanted = invitations.filter((row) => row.state === state).map(({ number }) => number);
        expect(filtered.invitations.map(({ number }) => number)).toEqual(wanted);
        expect(filtered.total).toBe(wanted.length);
      }
      expect(waiting?.number).toBe(2);
    });

    test("has fifty a page", async () => {
      const study = await open();
      await invite(study, 70);
      const { total, pages, page, invitations } = await listInvitations(viewer, study.id, { page: 2 });
      expect({ total, pages, page }).toEqual({ total: 71, pages: 2, page: 2 });
      expect(invitations.map(({ number }) => number)).toEqual(Array.from({ length: 21 }, (_, i) => i + 51));
      expect((await listInvitations(viewer, study.id, { page: 9 })).page).toBe(2);
    });

    test("shows those who invite the codes that are passed on, researchers none, strangers nothing", async () => {
      const study = await open();
      const made = expectValue(await createProlific(viewer, study.id, { places: 5, cohort: null, codes }));
      const person = await makePerson({ role: "researcher" });
      const researcher = viewerFor({ ...person, role: "researcher" });
      expect(await lookUpStudy(researcher, { id: study.id }, {})).toBeNull();
      await db.studyMember.create({ data: { studyId: study.id, userId: person.id } });
      expect(await lookUpStudy(researcher, { id: study.id }, {})).toEqual({ id: study.id });
      const [, seen] = (await listInvitations(researcher, study.id)).invitations;
      expect(seen).toMatchObject({ number: 2, publicCode: null, service: null, maxUses: 5 });
      const [, own] = (await listInvitations(viewer, study.id)).invitations;
      expect(own).toMatchObject({ publicCode: made.code, service: codes });
    });
  });
});
