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

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    // Not the address that the server itself is bound to, so that what it prints is seen to be the visitor's.
    test.use({ javaScriptEnabled, baseURL: ({ product }, use) => use(`http://localhost:${product.port}`) });
    test.beforeEach(({ expectErrors }) => {
      expectErrors(/^stranger: \w+ http:\/\/localhost:/);
      if (!javaScriptEnabled) expectErrors(/^failed: \S+\.js csp$/);
    });

    test("code and passphrase are there after consent, until one goes on, and open the door elsewhere", async ({
      page,
      newDevice,
    }) => {
      const { link } = await openedStudy();
      await consent(page, link);
      const [code, words] = [
        await noted(page, t("account.code")),
        await noted(page, t("way.keep.passphrase")),
      ];
      expect(words).toMatch(/^[a-z]+( [a-z]+){4}$/);
      const { origin } = new URL(page.url());
      expect(await noted(page, t("way.keep.address"))).toBe(`${origin}/sign-in?as=participant`);
      await expect(page.getByRole("button", { name: t("sitting.copy.copy") })).toBeVisible({
        visible: javaScriptEnabled,
      });
      const address = page.url();
      await page.goto("/sittings");
      await page.goto(address);
      expect(await noted(page, t("way.keep.passphrase"))).toBe(words);

      await press(page, t("sitting.goOn"));
      await expectHeading(page, t("sitting.instructions.title"));
      await page.goto(address);
      await expect(page.getByText(code, { exact: true })).toBeVisible();
      await expect(passphrase(page)).toHaveCount(0);

      const other = await newDevice({ javaScriptEnabled });
      await other.goto("/sign-in?as=participant");
      await signInWithPassphrase(other, code, words);
      // Nothing is answered yet: how it works comes first.
      await expectHeading(other, t("sitting.instructions.title"));
    });
  });

test("a passphrase that was made anew in the meantime is the only one that is shown", async ({ page }) => {
  const { link } = await openedStudy();
  await consent(page, link);
  const words = await noted(page, t("way.keep.passphrase"));
  const own = page.url();
  await page.goto("/come-back");
  await page.getByLabel(t("account.proof.label"), { exact: true }).fill(words);
  await press(page, t("account.newPassphrase"));
  await expect(page.getByText(t("account.passphraseShown"))).toBeVisible();
  await page.goto(own);
  await expect(page.getByText(t("sitting.own.codeAlone"))).toBeVisible();
  await expect(passphrase(page)).toHaveCount(0);
});

test("they can be copied, and on paper they stand alone", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { link } = await openedStudy();
  await consent(page, link);
  await press(page, t("sitting.copy.copy"));
  await expect(page.getByText(t("sitting.copy.copied"))).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (const label of [t("account.code"), t("way.keep.passphrase")])
    expect(copied).toContain(`${label}: ${await noted(page, label)}`);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("[data-alone-on-paper]")).toBeVisible();
  for (const gone of [
    page.getByRole("button"),
    page.getByRole("heading", { level: 1 }),
    page.locator("header"),
  ])
    await expect(gone.filter({ visible: true })).toHaveCount(0);
});

test("a code belongs to who is signed in: the next person on this device doesn't see it", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/status of 404/);
  const { link, id } = await openedStudy();
  await consent(page, link);
  const own = page.url();
  await signInAs("participant");
  expect((await page.goto(own))?.status()).toBe(404);
  await expect(passphrase(page)).toHaveCount(0);
  expect(await db.sitting.count({ where: { studyId: id } })).toBe(1);
});
