import { describe, expect, test } from "vitest";
import { lookUpStudy } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { createProlific, reissueInvitation, revokeInvitation } from "#lib/invitations/mutations.ts";
import { inspectInvitation, listInvitations } from "#lib/invitations/queries.ts";
import { showCode } from "#lib/invitations/schema.ts";
import { closeStudy, pauseStudy } from "#lib/studies/state-mutations.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { inviteAs, join, later, problemOf, refused } from "#lib/testing/inviting.ts";
import { expectValue, useTrialStudies } from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies({ cases: 8 });
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
    expect(invitations.map(({ replacedBy }) => replacedBy)).toEqual([null, null, null, null, null, 7, null]);
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
