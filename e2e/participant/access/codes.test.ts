import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { expectHeading, press, signInWithPassphrase } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const consent = async (page: Page, link: string) => {
  await page.goto(`${joinPath(link)}/consent`);
  await press(page, t("sitting.consent.agree"));
  await expectHeading(page, "Who is speaking?");
};
const noted = (page: Page, label: string) =>
  page
    .locator("[data-alone-on-paper] div", { has: page.getByText(label, { exact: true }) })
    .locator("dd")
    .innerText();
const passphrase = (page: Page) =>
  page.locator("[data-alone-on-paper]").getByText(t("way.keep.passphrase"), { exact: true });

test.describe("without script", () => {
  // Not the address that the server itself is bound to, so that what it prints is seen to be the visitor's.
  test.use({
    javaScriptEnabled: false,
    baseURL: ({ product }, use) => use(`http://localhost:${product.port}`),
  });

  test("code and passphrase are there after consent, until one goes on, and open the door elsewhere", async ({
    page,
    context,
    expectErrors,
  }) => {
    expectErrors(/^stranger: \w+ http:\/\/localhost:/, /^failed: \S+\.js csp$/);
    const { link } = await openedStudy();
    await consent(page, link);
    const [code, words] = [await noted(page, t("account.code")), await noted(page, t("way.keep.passphrase"))];
    expect(words).toMatch(/^[a-z]+( [a-z]+){4}$/);
    const { origin } = new URL(page.url());
    expect(await noted(page, t("way.keep.address"))).toBe(`${origin}/sign-in?as=participant`);
    await expect(page.getByRole("button", { name: t("sitting.copy.copy") })).toBeHidden();
    const address = page.url();
    await page.goto("/sittings");
    await page.goto(address);
    expect(await noted(page, t("way.keep.passphrase"))).toBe(words);

    await press(page, t("sitting.goOn"));
    await expectHeading(page, t("sitting.instructions.title"));
    await page.goto(address);
    await expect(page.getByText(code, { exact: true })).toBeVisible();
    await expect(passphrase(page)).toHaveCount(0);

    // Elsewhere: nothing of this browser is there.
    await context.clearCookies();
    await page.goto("/sign-in?as=participant");
    await signInWithPassphrase(page, code, words);
    // Nothing is answered yet: how it works comes first.
    await expectHeading(page, t("sitting.instructions.title"));
  });
});

test("they can be copied, stand alone on paper, end with a passphrase made anew, and aren’t there for the next person", async ({
  page,
  context,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/status of 404/);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { link, id } = await openedStudy();
  await consent(page, link);
  const own = page.url();
  const words = await noted(page, t("way.keep.passphrase"));
  await test.step("copied", async () => {
    await press(page, t("sitting.copy.copy"));
    await expect(page.getByText(t("sitting.copy.copied"))).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    for (const label of [t("account.code"), t("way.keep.passphrase")])
      expect(copied).toContain(`${label}: ${await noted(page, label)}`);
  });
  await test.step("on paper", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("[data-alone-on-paper]")).toBeVisible();
    for (const gone of [
      page.getByRole("button"),
      page.getByRole("heading", { level: 1 }),
      page.locator("header"),
    ])
      await expect(gone.filter({ visible: true })).toHaveCount(0);
    await page.emulateMedia({ media: null });
  });
  await test.step("made anew", async () => {
    await page.goto("/come-back");
    await page.getByLabel(t("account.proof.label"), { exact: true }).fill(words);
    await press(page, t("account.newPassphrase"));
    await expect(page.getByText(t("account.passphraseShown"))).toBeVisible();
    await page.goto(own);
    await expect(page.getByText(t("sitting.own.codeAlone"))).toBeVisible();
    await expect(passphrase(page)).toHaveCount(0);
  });
  await test.step("the next person on this device", async () => {
    await signInAs("participant");
    expect((await page.goto(own))?.status()).toBe(404);
    await expect(passphrase(page)).toHaveCount(0);
    expect(await db.sitting.count({ where: { studyId: id } })).toBe(1);
  });
});
