import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { createInvitations, createOpenLink } from "#lib/invitations/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { startSitting } from "#lib/sittings/mutations.ts";
import { heading, expectHeading, press } from "#e2e/support/screens.ts";
import { answer, consentTo, openedStudy, personOf, type OpenStudy } from "#e2e/support/studies.ts";
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

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });
    test.beforeEach(({ expectErrors }) => {
      if (!javaScriptEnabled) expectErrors(/^failed: \S+\.js csp$/);
    });

    test("one’s own link leads back on a device that knows nobody, at the press of a button", async ({
      page,
    }) => {
      const { code, sittingId, viewer } = await inTheMiddle();
      const signIns = () => db.signIn.count({ where: { userId: viewer.userId } });
      const before = await signIns();
      for (const rest of ["", "/consent"]) {
        await page.goto(joinPath(code) + rest);
        await expectHeading(page, t("way.welcomeBack.title"));
      }
      expect(await signIns()).toBe(before);
      await press(page, t("way.welcomeBack.goOn"));
      await second(page, sittingId);
      await expectHeading(page, t("sitting.case.place", { place: "2", count: "2" }));
      // And again, from the same link, now that this device knows them.
      await page.goto(joinPath(code));
      await page.getByRole("link", { name: t("join.returning.goOn") }).click();
      await second(page, sittingId);
    });

    test("the same consent sent twice is one person with one passphrase", async ({ page, context }) => {
      const { id: studyId, link } = await openedStudy();
      const form = page.locator("input[name=form]");
      const words = page.locator("[data-alone-on-paper] dd").nth(1);
      await page.goto(`${joinPath(link)}/consent`);
      const sent = await form.inputValue();
      await press(page, t("sitting.consent.agree"));
      const first = await words.innerText();
      // As if the answer had never arrived: nothing of it is on the device, and the form is sent once more.
      await context.clearCookies();
      await page.goto(`${joinPath(link)}/consent`);
      await form.evaluate((field: HTMLInputElement, value) => (field.value = value), sent);
      await press(page, t("sitting.consent.agree"));
      await expect(words).toHaveText(first);
      expect(await db.sitting.count({ where: { studyId } })).toBe(1);
      const links = await db.invitation.findMany({ where: { studyId } });
      expect(links.map(({ uses }) => uses)).toEqual([1]);
    });
  });

test("a link that was used asks for the passphrase, but in the browser in which its person began", async ({
  page,
  newDevice,
}) => {
  const code = await invite(await openedStudy());
  await page.goto(`${joinPath(code)}/consent`);
  await press(page, t("sitting.consent.agree"));
  const passphrase = await page.locator("[data-alone-on-paper] dd").nth(1).innerText();
  const sitting = new RegExp(`^${page.url().replace(/\?.*/, "")}`);

  const other = await newDevice();
  await other.goto(joinPath(code));
  await expect(other.getByText(t("way.welcomeBack.bodyPassphrase"))).toBeVisible();
  for (const [typed, said] of [
    ["", t("account.proof.missing")],
    ["otter otter lake stone heron", t("account.proof.wrong")],
  ] as const) {
    await other.getByLabel(t("account.proof.label"), { exact: true }).fill(typed);
    await press(other, t("way.welcomeBack.goOn"));
    await expect(other.getByText(said)).toBeVisible();
  }
  await other.getByLabel(t("account.proof.label"), { exact: true }).fill(passphrase.toUpperCase());
  await press(other, t("way.welcomeBack.goOn"));
  await expect(other).toHaveURL(sitting);

  // Not signed in any more, as after a month, and known all the same.
  await page.context().clearCookies({ name: "benchside" });
  await page.goto(joinPath(code));
  await expect(page.getByText(t("way.welcomeBack.body"))).toBeVisible();
  await press(page, t("way.welcomeBack.goOn"));
  await expect(page).toHaveURL(sitting);
});

test("consent whose answer is lost on its way stays on the screen, and is sent again", async ({
  page,
  expectErrors,
}) => {
  expectErrors(/^failed: \S+\/consent /, /net::ERR_FAILED/);
  const { id: studyId, link } = await openedStudy();
  await page.goto(`${joinPath(link)}/consent`);
  const lose = async () => {
    await page.route("**/consent", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      await route.abort();
    });
  };
  await lose();
  await press(page, t("sitting.consent.agree"));
  await expect(page.getByText(t("way.unreached"))).toBeVisible({ timeout: 15_000 });
  expect(await db.sitting.count({ where: { studyId } })).toBe(1);
  await page.unroute("**/consent");
  await press(page, t("sitting.consent.agree"));
  await expectHeading(page, "Who is speaking?");
  await expect(page.locator("[data-alone-on-paper] dd")).toHaveCount(3);
  expect(await db.sitting.count({ where: { studyId } })).toBe(1);
});

test("who has two studies open chooses; with one alone the way leads into it", async ({ page, signInAs }) => {
  const sitter = await inTheMiddle();
  const { sittingId } = sitter;
  await signInAs(personOf(sitter));
  await page.goto("/sittings?back=1");
  await second(page, sittingId);
  const other = await consentTo(await openedStudy());
  await db.sitting.update({ where: { id: other.sittingId }, data: { userId: sitter.viewer.userId } });
  await page.goto("/sittings?back=1");
  await expectHeading(page, t("participantHome.title"));
  await page.getByRole("link", { name: t("participantHome.goOn") }).click();
  await second(page, sittingId);
  await page.goto("/sittings");
  await page.getByRole("link", { name: t("participantHome.begin") }).click();
  await expect(page.getByText(t("sitting.own.beginBody"))).toBeVisible();
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
    await expect(tab).toHaveURL(/\/sittings\/[-0-9a-f]{36}$/, { timeout: 15_000 });
    addresses.add(tab.url());
  }
  expect(addresses.size).toBe(1);
  expect(await db.sitting.count({ where: { studyId } })).toBe(1);
  // Somebody else at the same device is still let in.
  await page.goto(joinPath(other));
  await expectHeading(page, t("join.returning.title"));
  await expect(page.getByRole("button", { name: t("way.another.submit") })).toBeVisible();
});

test("an open link offers code and passphrase, and a shared device lets the next person begin", async ({
  page,
}) => {
  const { id: studyId, link } = await openedStudy();
  await page.goto(joinPath(link));
  await expect(page.getByRole("link", { name: t("join.toSignIn") })).toBeVisible();
  await page.getByRole("link", { name: t("join.goOn") }).click();
  await press(page, t("sitting.consent.agree"));
  await expect(page.locator("[data-alone-on-paper]")).toBeVisible({ timeout: 15_000 });
  await page.goto(`${joinPath(link)}/consent`);
  await expectHeading(page, t("join.returning.title"));
  await press(page, t("way.another.submit"));
  await page.getByRole("link", { name: t("join.goOn"), exact: true }).click();
  await press(page, t("sitting.consent.agree"));
  await expect(page.locator("[data-alone-on-paper]")).toBeVisible({ timeout: 15_000 });
  expect(await db.sitting.count({ where: { studyId } })).toBe(2);
});

test("where everything is answered it leads to the overview, and after the end to the thanks", async ({
  page,
  signInAs,
}) => {
  const sitter = await inTheMiddle();
  await answer(sitter, 2);
  await signInAs(personOf(sitter));
  await page.goto(`/sittings/${sitter.sittingId}?back=1`);
  await expectHeading(page, t("sitting.overview.title"));
  await page.goto(`/sittings/${sitter.sittingId}/finish`);
  await press(page, t("sitting.submit.confirm"));
  await expectHeading(page, t("sitting.debrief.title"));
  await page.context().clearCookies();
  // The link itself says so, to a stranger no more than that.
  await page.goto(joinPath(sitter.code));
  await expectHeading(page, t("join.ended.submitted.title"));
  const { completionCode } = await db.sitting.findUniqueOrThrow({ where: { id: sitter.sittingId } });
  await expect(page.getByText(completionCode ?? "no code")).toHaveCount(0);
  await press(page, t("join.ended.submitted.look"));
  await expect(heading(page)).toHaveText(t("sitting.debrief.title"));
  await expect(page.getByText(sitter.viewer.handle, { exact: true })).toBeVisible();
  await page.goto(joinPath(sitter.code));
  await expectHeading(page, t("join.ended.submitted.title"));
  await page.getByRole("link", { name: t("join.ended.submitted.look") }).click();
  await expect(heading(page)).toHaveText(t("sitting.debrief.title"));
});
