import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { getSignedConsent } from "#lib/sittings/joining/consent-queries.ts";
import { consent, expectValue, useTrialStudies, viewerOf } from "#lib/testing/trial-study.ts";
import { join, refused } from "#lib/testing/inviting.ts";

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
  const signed = await getSignedConsent(viewer, joined.sittingId);
  expect(signed).toMatchObject({
    language: "zh-CN",
    version: 1,
    ethics: { institution: "海港大学", contact: "study@example.org", payment: "两欧元" },
    ticks: [
      { key: "adult", label: "我已年满 18 周岁。" },
      { key: "data", label: "可以发表我的作答。" },
    ],
  });
  for (const { at } of signed?.ticks ?? [])
    expect(Math.abs(at.getTime() - (signed?.consentedAt.getTime() ?? 0))).toBeLessThan(60_000);
});

test("a plan without lines and boxes freezes, stores and tells nothing of them", async () => {
  const study = await open();
  const { viewer, sittingId } = await consent(study);
  expect(await getSignedConsent(viewer, sittingId)).toMatchObject({
    version: 1,
    ethics: undefined,
    ticks: [],
  });
  const { consentTicks } = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
  expect(consentTicks).toBeNull();
  const { content } = await db.studyManifest.findUniqueOrThrow({ where: { studyId: study.id } });
  for (const word of ["ethics", "ticks", "preferNotToSay", "comprehension", "breakAfter", "showPace"])
    expect(content).not.toContain(`"${word}`);
});

test("somebody else's consent is nobody's to read", async () => {
  const study = await open();
  const [one, other] = [await consent(study), await consent(study)];
  expect(await getSignedConsent(other.viewer, one.sittingId)).toBeNull();
});
