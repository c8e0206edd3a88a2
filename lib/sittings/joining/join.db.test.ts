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
import { getOwnData } from "#lib/own-data/queries.ts";
import { listOwnSittings } from "#lib/sittings/queries.ts";
import { findSittingByCode, inspectReturn } from "#lib/sittings/returning/queries.ts";
import { getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import { parseManifest } from "#lib/studies/opening/manifest.ts";
import { getManifest } from "#lib/studies/queries.ts";
import { closeStudy, pauseStudy } from "#lib/studies/mutations.ts";
import { newDesign } from "#lib/studies/template.ts";
import { always, goBack, inviteAs, join, later, refused } from "#lib/testing/inviting.ts";
import {
  becomeInactive,
  begin,
  consent,
  expectValue,
  useTrialStudies,
  viewerOf,
} from "#lib/testing/trial-study.ts";

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

describe("consent", async () => {
  const { open } = await useTrialStudies();

  const both = (en: string, zh: string) => ({ en, "zh-CN": zh });
  const none = both("", "");
  const asked = {
    ethics: {
      institution: both("University of the Harbour", "海港大学"),
      contact: both("study@example.org", "study@example.org"),
      approval: none,
      retention: none,
      payment: both("Two euros", "两欧元"),
    },
    ticks: [
      { key: "adult", label: both("I am 18 or older.", "我已年满 18 周岁。") },
      { key: "data", label: both("My answers may be published.", "可以发表我的作答。") },
    ],
  };

  test("nobody comes in without every box, and nothing is stored of who tried", async () => {
    const study = await open({ words: asked });
    const before = await db.user.count();
    expect(await join(study.link)).toEqual(refused("unticked"));
    expect(await join(study.link, { ticks: ["adult"] })).toEqual(refused("unticked"));
    expect(await db.user.count()).toBe(before);
    expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(0);
  });

  test("the consent as signed: text, version, language, lines and boxes with their time", async () => {
    const study = await open({ words: asked });
    const joined = expectValue(await join(study.link, { language: "zh-CN", ticks: ["adult", "data"] }));
    const viewer = await viewerOf(joined.handle);
    const signed = (await getOwnData(viewer, joined.sittingId))?.consent;
    expect(signed).toMatchObject({
      language: "zh-CN",
      version: 1,
      lines: expect.arrayContaining([
        { field: "institution", said: "海港大学" },
        { field: "contact", said: "study@example.org" },
        { field: "payment", said: "两欧元" },
      ]) as unknown,
      ticks: [{ label: "我已年满 18 周岁。" }, { label: "可以发表我的作答。" }],
    });
    for (const { at } of signed?.ticks ?? [])
      expect(Math.abs(Date.parse(at) - Date.parse(signed?.agreedAt ?? ""))).toBeLessThan(60_000);
  });

  test("a plan without lines and boxes freezes, stores and tells nothing of them", async () => {
    const study = await open();
    const { viewer, sittingId } = await consent(study);
    const signed = { version: 1, lines: [], ticks: [] };
    expect(await getOwnData(viewer, sittingId)).toMatchObject({ consent: signed });
    const { consentTicks } = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
    expect(consentTicks).toBeNull();
    const { content } = await db.studyManifest.findUniqueOrThrow({ where: { studyId: study.id } });
    for (const word of ["ethics", "ticks", "preferNotToSay", "comprehension", "breakAfter", "showPace"])
      expect(content).not.toContain(`"${word}`);
  });

  test("somebody else's consent is nobody's to read", async () => {
    const study = await open();
    const [one, other] = [await consent(study), await consent(study)];
    expect(await getOwnData(other.viewer, one.sittingId)).toBeNull();
  });
});

describe("the language that is read", async () => {
  const { open } = await useTrialStudies({ cases: 12 });
  const { words } = newDesign("personaeval", 2025);
  /** Of the template's texts, what the design fills nothing into. */
  const readWords = (language: "en" | "zh-CN") => {
    const { title, instructions } = words[language];
    const [first = ""] = instructions.split("\n");
    return { title, instructions: expect.stringContaining(first) as unknown };
  };

  test("a study's texts are told in the reader's language, whatever was signed", async () => {
    const { viewer, sittingId } = await consent(await open({ words }));
    for (const language of ["en", "zh-CN"] as const) {
      const place = await getOwnPlace(viewer, sittingId, language);
      expect(place).toMatchObject({ language, words: readWords(language) });
      const [listed] = await listOwnSittings(viewer, language);
      expect(listed).toMatchObject({ language, study: { title: words[language].title } });
    }
    const signed = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
    expect(signed.language).toBe("en");
  });

  test("where the study isn't offered in it, they are told as they were signed", async () => {
    const { viewer, sittingId } = await consent(
      await open({ words: { ...words, "zh-CN": { ...words["zh-CN"], debrief: "" } } }),
    );
    expect(await getOwnPlace(viewer, sittingId, "zh-CN")).toMatchObject({
      language: "en",
      words: readWords("en"),
    });
  });

  test("fields are filled in what is read and frozen, and stay in the plan; one that nobody knows opens nothing", async () => {
    const written = { ...words.en, welcome: "{cases} in {minutes} of {limit} min", debrief: "{contact}" };
    const nothing = { en: "", "zh-CN": "" };
    const lines = { institution: nothing, approval: nothing, retention: nothing, payment: nothing };
    const ethics = { ...lines, contact: { en: "Ana_N", "zh-CN": "安娜" } };
    const questions = { timeLimitMinutes: 20 };
    const study = await open({ questions, words: { en: written, ethics } });
    const read = { welcome: "5 in 3–5 of 20 min", debrief: String.raw`Ana\_N`, ethics: { contact: "Ana_N" } };
    const { viewer, sittingId } = await consent(study);
    expect(await getOwnPlace(viewer, sittingId, "en")).toMatchObject({ words: read });
    const manifest = parseManifest((await getManifest(study.id))?.content ?? "");
    expect(manifest.texts.find(({ language }) => language === "en")?.words).toMatchObject(read);
    expect(manifest.design.words.en).toEqual(written);
    await expect(open({ words: { en: { ...words.en, debrief: "{passages}" } } })).rejects.toThrow(
      "unknown_field",
    );
  });
});
