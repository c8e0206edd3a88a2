import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import {
  countSittings,
  expectOneUse,
  inTheMiddle,
  invite,
  second,
  words,
} from "#e2e/participant/access/on-their-way.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { consentTo, openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test.use({ javaScriptEnabled: false });
// Chromium fetches the scripts of a page ahead of need, and then reports that it may not.
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
