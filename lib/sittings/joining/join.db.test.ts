import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { findSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import {
  createOpenLink,
  createProlific,
  reissueInvitation,
  revokeInvitation,
} from "#lib/invitations/mutations.ts";
import { findSittingByCode, inspectReturn } from "#lib/sittings/returning/queries.ts";
import { closeStudy, pauseStudy } from "#lib/studies/state-mutations.ts";
import { always, goBack, inviteAs, join, later, refused } from "#lib/testing/inviting.ts";
import { begin, expectValue, becomeInactive, useTrialStudies, viewerOf } from "#lib/testing/trial-study.ts";

env.databasePool = 12;

const { viewer, open } = await useTrialStudies({ cases: 8 });

const { inviteOne } = inviteAs(viewer);
const arrive = (code: string, pid: string, form?: string) => {
  const prolific = { pid, study: "study-1", session: randomUUID() };
  return join(code, { prolific, form });
};

describe("joining", () => {
  test("makes a person, their sitting and their sign-in, and uses the invitation", async () => {
    const study = await open();
    const { id, code } = await inviteOne(study, { ...always, cohort: "PhD" });
    const joined = expectValue(await join(code.toUpperCase(), { language: "zh-CN" }));
    expect(joined.isReturn).toBe(false);
    const signIn = await findSignIn(joined.signInId);
    expect(signIn?.user).toMatchObject({ role: "participant", name: "Participant 1", handle: joined.handle });
    const sitting = await db.sitting.findUniqueOrThrow({
      where: { id: joined.sittingId },
      include: { consentText: true, invitation: true },
    });
    expect(sitting).toMatchObject({
      number: 1,
      state: "consented",
      cohort: "PhD",
      language: "zh-CN",
      cell: null,
    });
    expect(sitting.consentText).toMatchObject({ studyId: study.id, language: "zh-CN", version: 1 });
    expect(sitting.invitation).toMatchObject({ id, uses: 1 });
  });

  test("gives everybody another seed, the same one in another study of the same seed", async () => {
    const seeds = async () => {
      const { link, id } = await open();
      for (let i = 0; i < 3; i++) await join(link);
      const rows = await db.sitting.findMany({ where: { studyId: id }, orderBy: { number: "asc" } });
      return rows.map(({ seed }) => seed);
    };
    const first = await seeds();
    expect(new Set(first).size).toBe(3);
    expect(await seeds()).toEqual(first);
  });

  test("once with a personal invitation, also for ten clicks at once", async () => {
    const study = await open();
    const { code } = await inviteOne(study);
    const results = await Promise.all(Array.from({ length: 10 }, () => join(code)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    for (const result of results.filter(({ ok }) => !ok)) expect(result).toEqual(refused("used"));
    expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(1);
    expect(await db.user.count({ where: { sittings: { some: { studyId: study.id } } } })).toBe(1);
  });

  test("through an open link up to its cap, however many come at once, with numbers that run on", async () => {
    const study = await open();
    const { code } = expectValue(await createOpenLink(viewer, study.id, { cap: 12, ...always }));
    const results = await Promise.all(Array.from({ length: 30 }, () => join(code)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(12);
    const rows = await db.sitting.findMany({ where: { studyId: study.id }, orderBy: { number: "asc" } });
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
  });

  test("is refused with its reason, and then nobody was made", async () => {
    const study = await open();
    const [ended, taken, lost] = [await inviteOne(study), await inviteOne(study), await inviteOne(study)];
    await db.invitation.update({ where: { id: ended.id }, data: { expiresAt: later(-1) } });
    await revokeInvitation(viewer, study.id, taken.id);
    await reissueInvitation(viewer, study.id, lost.id);
    expect(await join(ended.code)).toEqual(refused("expired"));
    expect(await join(taken.code)).toEqual(refused("revoked"));
    expect(await join(lost.code)).toEqual(refused("replaced"));
    expect(await join("00000-00000")).toEqual(refused("unknown"));
    expect(await join("no code at all")).toEqual(refused("unknown"));
    expectValue(await pauseStudy(viewer, study.slug));
    expect(await join(study.link)).toEqual(refused("paused"));
    expectValue(await closeStudy(viewer, study.slug));
    expect(await join(study.link)).toEqual(refused("closed"));
    expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(0);
    expect(
      await db.invitation.aggregate({ where: { studyId: study.id }, _sum: { uses: true } }),
    ).toMatchObject({
      _sum: { uses: 0 },
    });
  });

  test("is refused once every place is taken, and then nobody was made", async () => {
    const blocks = { design: "blocks", people: 2, ratersPerCase: 1 } as const;
    const study = await open({
      sample: { quota: { Literary: 2 } },
      assignment: { ...blocks, placeHours: 48 },
    });
    const [first] = [await begin(study), await begin(study)];
    expect(await inspectReturn(study.link, null)).toEqual({ asks: null, ended: null, isFull: true });
    expect(await join(study.link)).toEqual(refused("full"));
    expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(2);
    // Whoever has gone makes room.
    await becomeInactive(first, 49);
    expect(await inspectReturn(study.link, null)).toEqual({ asks: null, ended: null, isFull: false });
    expect(await join(study.link)).toMatchObject({ ok: true });
  });

  test("in a language that the study isn't offered in is refused and uses nothing", async () => {
    const study = await open({
      words: { "zh-CN": { title: "", welcome: "", consent: "", instructions: "", debrief: "" } },
    });
    const { id, code } = await inviteOne(study);
    expect(await join(code, { language: "zh-CN" })).toEqual(refused("language"));
    expect(await db.invitation.findUnique({ where: { id } })).toMatchObject({ uses: 0 });
  });
});

describe("through Prolific", () => {
  const codes = { completion: "C0MPLETE", screenOut: "SCREEN", noConsent: "N0CONSENT" };

  test("the same form comes to the same sitting, also twice at once and when all places are used", async () => {
    const study = await open();
    const { code } = expectValue(
      await createProlific(viewer, study.id, { places: 2, cohort: "Prolific", codes }),
    );
    const form = randomUUID();
    const [a, b] = await Promise.all([arrive(code, "person-a", form), arrive(code, "person-a", form)]);
    const first = expectValue(a);
    expect(expectValue(b).sittingId).toBe(first.sittingId);
    expectValue(await arrive(code, "person-b"));
    expect(await arrive(code, "person-c")).toEqual(refused("used"));
    expect(expectValue(await arrive(code, "person-a", form))).toMatchObject({
      sittingId: first.sittingId,
      isReturn: true,
    });
    expect(await goBack(code, "person-c")).toEqual(refused("unknown"));
    expect(await goBack(code)).toEqual(refused("unknown"));
    const me = await viewerOf(first.handle);
    expect(await findSittingByCode(me, code, "person-a")).toBe(first.sittingId);
    // Somebody else of Prolific's in front of the same screen.
    expect(await findSittingByCode(me, code, "person-b")).toBeNull();
    const rows = await db.sitting.findMany({ where: { studyId: study.id }, orderBy: { number: "asc" } });
    expect(rows.map(({ externalId, cohort }) => [externalId, cohort])).toEqual([
      ["person-a", "Prolific"],
      ["person-b", "Prolific"],
    ]);
    expect(
      await db.invitation.findFirst({ where: { studyId: study.id, recruitment: "prolific" } }),
    ).toMatchObject({
      uses: 2,
    });
  });

  test("whatever form somebody holds, their number makes them another; wrong ones shut out nobody else", async () => {
    const study = await open();
    const { code } = expectValue(await createProlific(viewer, study.id, { places: 3, cohort: null, codes }));
    const form = randomUUID();
    const [first, other] = [
      expectValue(await arrive(code, "person-a", form)),
      expectValue(await arrive(code, "person-b", form)),
    ];
    expect(other.sittingId).not.toBe(first.sittingId);
    expect(expectValue(await arrive(code, "person-a", form)).sittingId).toBe(first.sittingId);
    for (let i = 0; i < 5; i++) expect(await goBack(code, "nobody")).toEqual(refused("unknown"));
    expect(await goBack(code, "nobody")).toMatchObject(refused("throttled"));
    expect(await goBack(code, "person-b")).toEqual(refused("new_link"));
  });

  test("nobody comes in without Prolific's parameters", async () => {
    const study = await open();
    const { code } = expectValue(await createProlific(viewer, study.id, { places: 2, cohort: null, codes }));
    expect(await join(code)).toEqual(refused("prolific_missing"));
  });

  test("its person is another in another study", async () => {
    const [one, two] = [await open(), await open()];
    const [first, second] = await Promise.all(
      [one, two].map(async ({ id }) => {
        const { code } = expectValue(await createProlific(viewer, id, { places: 1, cohort: null, codes }));
        return expectValue(await arrive(code, "person-a"));
      }),
    );
    expect(first?.sittingId).not.toBe(second?.sittingId);
  });
});
