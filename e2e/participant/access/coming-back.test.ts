import type { BrowserContext, Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { verifySecret } from "#lib/auth/secrets/secrets.ts";
import { db } from "#lib/db.ts";
import { createInvitations, createOpenLink } from "#lib/invitations/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { startSitting } from "#lib/sittings/mutations.ts";
import { heading, expectHeading, press } from "#e2e/support/screens.ts";
import { answer, consentTo, openedStudy, type OpenStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

async function invite({ id }: OpenStudy): Promise<string> {
  const made = await createInvitations(operator(), id, { count: 1, cohort: null, expiresAt: null });
  const [one] = made.ok ? made.value : [];
  if (!one) throw new Error("no invitation was made");
  return one.code;
}

/** Somebody who came by a link of their own and has answered the first of two cases. */
async function inTheMiddle() {
  const study = await openedStudy();
  const code = await invite(study);
  const sitter = await consentTo({ link: code });
  await startSitting(sitter.viewer, sitter.sittingId);
  await answer(sitter, 1);
  return { study, code, ...sitter };
}
const second = (page: Page, sittingId: string) =>
  expect(page).toHaveURL(new RegExp(`/sittings/${sittingId}/2(\\?back=1)?$`));

const words = (page: Page) => page.locator("[data-alone-on-paper] dd").nth(1);
const countSittings = (studyId: string) => db.sitting.count({ where: { studyId } });

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ expectErrors }) => expectErrors(/^failed: \S+\.js csp$/));

  test("one’s own link leads back on a device that knows nobody, at the press of a button; of two studies one chooses", async ({
    page,
  }) => {
    const sitter = await inTheMiddle();
    const { code, sittingId, viewer } = sitter;
    const signIns = () => db.signIn.count({ where: { userId: viewer.userId } });
    const before = await signIns();
    await test.step("looking at the link signs nobody in", async () => {
      for (const rest of ["", "/consent"]) {
        await page.goto(joinPath(code) + rest);
        await expectHeading(page, t("way.welcomeBack.title"));
      }
      expect(await signIns()).toBe(before);
    });
    await press(page, t("way.welcomeBack.goOn"));
    await second(page, sittingId);
    await expectHeading(page, t("sitting.case.place", { place: "2", count: "2" }));
    await test.step("and again, from the same link, now that this device knows them", async () => {
      await page.goto(joinPath(code));
      await page.getByRole("link", { name: t("join.returning.goOn") }).click();
      await second(page, sittingId);
    });
    await test.step("with one study alone the way leads into it, with two one chooses", async () => {
      await page.goto("/sittings?back=1");
      await second(page, sittingId);
      const other = await consentTo(await openedStudy());
      await db.sitting.update({ where: { id: other.sittingId }, data: { userId: viewer.userId } });
      await page.goto("/sittings?back=1");
      await expectHeading(page, t("participantHome.title"));
      await page.getByRole("link", { name: t("participantHome.goOn") }).click();
      await second(page, sittingId);
      await page.goto("/sittings");
      await page.getByRole("link", { name: t("participantHome.begin") }).click();
      await expect(page.getByText(t("sitting.own.beginBody"))).toBeVisible();
    });
  });

  test("the same consent sent twice is one person with one passphrase", async ({ page, context }) => {
    const { id: studyId, link } = await openedStudy();
    const form = page.locator("input[name=form]");
    await page.goto(`${joinPath(link)}/consent`);
    const sent = await form.inputValue();
    await press(page, t("sitting.consent.agree"));
    const first = await words(page).innerText();
    // As if the answer had never arrived: nothing of it is on the device, and the form is sent once more.
    await context.clearCookies();
    await page.goto(`${joinPath(link)}/consent`);
    await form.evaluate((field: HTMLInputElement, value) => (field.value = value), sent);
    await press(page, t("sitting.consent.agree"));
    await expect(words(page)).toHaveText(first);
    await expectOneUse(studyId);
  });

  test("consent pages opened side by side lead into one sitting, by another open link of the study too", async ({
    page,
    context,
  }) => {
    const { id: studyId, link } = await openedStudy();
    const made = await createOpenLink(operator(), studyId, { cap: 9, cohort: "Crew", expiresAt: null });
    if (!made.ok) throw new Error(made.error);
    const other = made.value.code;
    const tabs: [Page, string][] = [
      [page, link],
      [await context.newPage(), link],
      [await context.newPage(), other],
    ];
    const forms = new Set<string>();
    for (const [tab, code] of tabs) {
      await tab.goto(`${joinPath(code)}/consent`);
      forms.add(await tab.locator("input[name=form]").inputValue());
    }
    expect(forms.size).toBe(tabs.length);
    const addresses = new Set<string>();
    for (const [tab] of tabs) {
      await press(tab, t("sitting.consent.agree"));
      await expect(tab).toHaveURL(/\/sittings\/[-0-9a-f]{36}$/);
      addresses.add(tab.url());
    }
    expect(addresses.size).toBe(1);
    expect(await countSittings(studyId)).toBe(1);
    // Somebody else at the same device is still let in.
    await page.goto(joinPath(other));
    await expectHeading(page, t("join.returning.title"));
    await expect(page.getByRole("button", { name: t("way.another.submit") })).toBeVisible();
  });

  test("a link that was used asks for the passphrase, but in the browser in which its person began", async ({
    page,
    context,
  }) => {
    const code = await invite(await openedStudy());
    await page.goto(`${joinPath(code)}/consent`);
    await press(page, t("sitting.consent.agree"));
    const passphrase = await words(page).innerText();
    const sitting = new RegExp(`^${page.url().replace(/\?.*/, "")}`);
    const ofThisBrowser = await context.cookies();

    await test.step("in another browser, which has none of its cookies", async () => {
      await context.clearCookies();
      await page.goto(joinPath(code));
      await expect(page.getByText(t("way.welcomeBack.bodyPassphrase"))).toBeVisible();
      const proof = page.getByLabel(t("account.proof.label"), { exact: true });
      for (const [typed, said] of [
        ["", t("account.proof.missing")],
        ["otter otter lake stone heron", t("account.proof.wrong")],
      ] as const) {
        await proof.fill(typed);
        await press(page, t("way.welcomeBack.goOn"));
        await expect(page.getByText(said)).toBeVisible();
      }
      await proof.fill(passphrase.toUpperCase());
      await press(page, t("way.welcomeBack.goOn"));
      await expect(page).toHaveURL(sitting);
    });

    await test.step("in the first, not signed in any more, as after a month, and known all the same", async () => {
      await context.clearCookies();
      await context.addCookies(ofThisBrowser.filter(({ name }) => name !== "benchside"));
      await page.goto(joinPath(code));
      await expect(page.getByText(t("way.welcomeBack.body"))).toBeVisible();
      await press(page, t("way.welcomeBack.goOn"));
      await expect(page).toHaveURL(sitting);
    });
  });
});

/** One sitting, by the link that was there. */
async function expectOneUse(studyId: string): Promise<void> {
  expect(await countSittings(studyId)).toBe(1);
  const links = await db.invitation.findMany({ where: { studyId } });
  expect(links.map(({ uses }) => uses)).toEqual([1]);
}

/** Whatever consent is sent arrives, and its answer doesn't: nothing of it is on the device. */
async function loseConsent(page: Page, context: BrowserContext, studyId: string): Promise<void> {
  await page.route("**/consent", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await context.clearCookies();
    await route.abort();
  });
  await press(page, t("sitting.consent.agree"));
  await expect(page.getByText(t("way.unreached"))).toBeVisible();
  expect(await countSittings(studyId)).toBe(1);
  await page.unroute("**/consent");
}

test("consent whose answer is lost on its way stays on the screen, and is sent again; then the next person begins on the shared device", async ({
  page,
  context,
  expectErrors,
}) => {
  expectErrors(/^failed: \S+\/consent /, /net::ERR_FAILED/);
  const { id: studyId, link } = await openedStudy();
  await page.goto(joinPath(link));
  await expect(page.getByRole("link", { name: t("join.toSignIn") })).toBeVisible();
  await page.getByRole("link", { name: t("join.goOn") }).click();
  await expectHeading(page, t("sitting.consent.title"));
  await test.step("one person with the passphrase of the first time", async () => {
    await loseConsent(page, context, studyId);
    const { user } = await db.sitting.findFirstOrThrow({ where: { studyId }, include: { user: true } });
    await press(page, t("sitting.consent.agree"));
    await expectHeading(page, "Who is speaking?");
    await expect(page.locator("[data-alone-on-paper] dd")).toHaveCount(3);
    expect(await verifySecret(user.secretHash, await words(page).innerText())).toBe(true);
    await expectOneUse(studyId);
  });
  await test.step("the next person", async () => {
    await page.goto(`${joinPath(link)}/consent`);
    await expectHeading(page, t("join.returning.title"));
    await press(page, t("way.another.submit"));
    await page.getByRole("link", { name: t("join.goOn"), exact: true }).click();
    await press(page, t("sitting.consent.agree"));
    await expect(page.locator("[data-alone-on-paper]")).toBeVisible();
    expect(await countSittings(studyId)).toBe(2);
  });
});

test("one’s own link leads to the next case; where everything is answered the way leads to the overview, after the end to the thanks", async ({
  page,
}) => {
  const sitter = await inTheMiddle();
  const { code, sittingId } = sitter;
  await page.goto(joinPath(code));
  await press(page, t("way.welcomeBack.goOn"));
  await second(page, sittingId);
  await answer(sitter, 2);
  await page.goto(`/sittings/${sittingId}?back=1`);
  await expectHeading(page, t("sitting.overview.title"));
  await page.goto(`/sittings/${sittingId}/finish`);
  await press(page, t("sitting.submit.confirm"));
  await expectHeading(page, t("sitting.debrief.title"));
  await test.step("the link itself says so, to a stranger no more than that", async () => {
    await page.context().clearCookies();
    await page.goto(joinPath(code));
    await expectHeading(page, t("join.ended.submitted.title"));
    const { completionCode } = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
    await expect(page.getByText(completionCode ?? "no code")).toHaveCount(0);
  });
  await press(page, t("join.ended.submitted.look"));
  await expect(heading(page)).toHaveText(t("sitting.debrief.title"));
  await expect(page.getByText(sitter.viewer.handle, { exact: true })).toBeVisible();
  await page.goto(joinPath(code));
  await expectHeading(page, t("join.ended.submitted.title"));
  await page.getByRole("link", { name: t("join.ended.submitted.look") }).click();
  await expect(heading(page)).toHaveText(t("sitting.debrief.title"));
});
