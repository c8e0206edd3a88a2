import { operator } from "#lib/auth/operator.ts";
import { hashToken } from "#lib/auth/secrets/secrets.ts";
import { db } from "#lib/db.ts";
import {
  createInvitations,
  createOpenLink,
  createProlific,
  reissueInvitation,
  revokeInvitation,
} from "#lib/invitations/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { codeFrom } from "#lib/studies/codes/schema.ts";
import { closeStudy, pauseStudy } from "#lib/studies/mutations.ts";
import { viewerFor } from "#lib/testing/people.ts";
import { Reader } from "#e2e/participant/without-script/reader.ts";
import { readDrawn } from "#e2e/support/drawn.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { answer, beginAt, consentTo, draftStudy, openedStudy, type OpenStudy } from "#e2e/support/studies.ts";
import { t, zhT } from "#e2e/support/words.ts";

const given = { count: 1, cohort: null, expiresAt: null };

async function inviteOne({ id }: OpenStudy): Promise<{ id: string; code: string }> {
  const made = await createInvitations(operator(), id, given);
  const [invitation] = made.ok ? made.value : [];
  if (!invitation) throw new Error("no invitation was made");
  return invitation;
}

const without: Record<string, (study: OpenStudy) => Promise<string>> = {
  unknown: async () => "zzzzz-zzzzz",
  used: async ({ id }) => {
    const made = await createOpenLink(operator(), id, { cap: 1, cohort: null, expiresAt: null });
    if (!made.ok) throw new Error(made.error);
    await consentTo({ link: made.value.code });
    return made.value.code;
  },
  replaced: async (study) => {
    const { id, code } = await inviteOne(study);
    await reissueInvitation(operator(), study.id, id);
    return code;
  },
  revoked: async (study) => {
    const { id, code } = await inviteOne(study);
    await revokeInvitation(operator(), study.id, id);
    return code;
  },
  expired: async (study) => {
    const { id, code } = await inviteOne(study);
    await db.invitation.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1000) } });
    return code;
  },
  full: async () => {
    const study = await openedStudy({ assignment: { design: "blocks", people: 2, ratersPerCase: 2 } });
    await beginAt(study);
    await beginAt(study);
    return study.link;
  },
  not_open: async () => {
    const { id } = await draftStudy();
    const code = codeFrom(crypto.getRandomValues(new Uint8Array(10)));
    await db.invitation.create({ data: { studyId: id, number: 1, codeHash: hashToken(code) } });
    return code;
  },
  // What was open until now.
  paused: async ({ slug, link }) => {
    await pauseStudy(operator(), slug);
    return link;
  },
  closed: async ({ slug, title, link }) => {
    await closeStudy(operator(), slug, title);
    return link;
  },
};

test("a link that leads nowhere says why, and what to do", async () => {
  const study = await openedStudy();
  for (const [problem, bring] of Object.entries(without)) {
    const code = await bring(study);
    const { heading, words } = await readDrawn(`${product.url}/join/${code}`);
    expect(heading, problem).toBe(t(`join.problems.${problem as "used"}.title`));
    expect(words).toContain(t(`join.problems.${problem as "used"}.body`));
  }
});

const title = "Who is speaking?";

test("looking at a link stores nothing; declining doesn't either; who reads Chinese is told that there is English alone", async () => {
  const study = await openedStudy();
  const reader = new Reader();
  // A code that is mistyped can be typed again, as it stands on paper or as people write.
  await reader.goto("/join/zzzzz-zzzzz");
  expect(reader.hasButton(t("join.byCode.open"))).toBe(true);
  const type = (code: string) => reader.goto(`/join?${new URLSearchParams({ code })}`);
  (await type("nonsense")).expectWords(t("join.byCode.wrong"));
  expect(reader.field("code")).toBe("nonsense");
  await type(` ${study.link.toUpperCase()} `);
  reader.expectHeading(title);
  (await reader.press(t("shell.language.zh-CN"))).expectWords(zhT("sitting.otherLanguage"));
  expect(reader.html).toMatch(new RegExp(`<h1[^>]* lang="en"[^>]*>${title.replace("?", "\\?")}`));
  await reader.press(zhT("shell.language.en"));
  (await reader.follow(t("sitting.consent.decline"))).expectHeading(t("sitting.declined.title"));
  expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(0);
});

test("who comes from Prolific is led back there, or goes on; without its words nobody comes in, and for whom there is no place goes back", async () => {
  const { id } = await openedStudy();
  const codes = { completion: "DONE1", screenOut: "OUT1", noConsent: "NOPE1" };
  const made = await createProlific(operator(), id, { places: 1, cohort: null, codes });
  if (!made.ok) throw new Error(made.error);
  const path = joinPath(made.value.code);
  const as = (pid: string) => `${path}?PROLIFIC_PID=${pid}&STUDY_ID=s1&SESSION_ID=t1`;
  const [reader, other] = [new Reader(), new Reader()];
  (await reader.goto(path)).expectHeading(t("join.problems.prolific_missing.title"));
  (await reader.goto(as("p1"))).expectWords(t("join.fromProlific"));
  await reader.follow(t("sitting.consent.decline"));
  expect(reader.links(t("sitting.declined.toProlific"))).toEqual([expect.stringMatching(/cc=NOPE1$/)]);
  await (await reader.goto(as("p1"))).press(t("sitting.consent.agree"));
  const passphrase = reader.noted(t("way.keep.passphrase")) ?? "";
  const own = new URL(reader.address, product.url).pathname;

  (await other.goto(as("p2"))).expectHeading(t("join.problems.used.title"));
  expect(other.links(t("join.toProlific"))).toEqual([expect.stringMatching(/cc=OUT1$/)]);
  await (await other.goto(as("p1"))).press(t("way.welcomeBack.goOn"), { passphrase });
  expect(new URL(other.address, product.url).pathname).toBe(own);
  // Somebody else of Prolific's in front of this screen is not who is signed in on it.
  (await other.goto(as("p2"))).expectHeading(t("join.problems.used.title"));

  await reader.press(t("sitting.own.start"));
  reader.expectHeading(t("sitting.case.place", { place: "1", count: "2" }));
  const sitting = await db.sitting.findFirstOrThrow({ where: { studyId: id }, include: { user: true } });
  const viewer = viewerFor({ ...sitting.user, role: "participant" as const });
  for (const position of [1, 2])
    await answer({ viewer, sittingId: sitting.id, number: sitting.number }, position);
  await (await reader.goto(`${own}/finish`)).press(t("sitting.submit.confirm"));
  expect(reader.links(t("sitting.debrief.toProlific"))).toEqual([expect.stringMatching(/cc=DONE1$/)]);
});
