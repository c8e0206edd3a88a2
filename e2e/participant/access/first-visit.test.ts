import type { Page } from "@playwright/test";
import { addPerson } from "#e2e/support/people.ts";
import {
  enterBy,
  expectHeading,
  hasSidewaysScroll,
  press,
  signInWithPassphrase,
} from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

async function makeFirstPassphrase(page: Page): Promise<string> {
  await press(page, t("account.firstPassphrase"));
  const shown = page.locator("[data-alone-on-paper] dd").nth(1);
  await expect(shown).toHaveText(/^[a-z]+( [a-z]+){4}$/);
  await expect(page.getByText(t("account.passphraseOnce"))).toBeVisible();
  expect(await hasSidewaysScroll(page)).toBe(false);
  const passphrase = (await shown.textContent()) ?? "";
  await page.reload();
  await expect(page.getByText(passphrase)).toHaveCount(0);
  await expect(page.getByRole("button", { name: t("account.newPassphrase") })).toBeVisible();
  return passphrase;
}

thorough(
  "from the link to the passphrase on a narrow phone, out, in again elsewhere, and to a new one that ends the old",
  async ({ page, context }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { name, handle, linkPath } = await addPerson("participant");
    await enterBy(page, linkPath, name);
    await expectHeading(page, t("participantHome.comeBackTitle"));
    await expect(page.getByText(handle, { exact: true })).toBeVisible();
    const passphrase = await makeFirstPassphrase(page);

    await test.step("out", async () => {
      await page.getByRole("link", { name: t("account.toReadingRoom") }).click();
      await expectHeading(page, t("participantHome.title"));
      await expect(page.getByText(t("participantHome.emptyTitle"))).toBeVisible();
      await page.getByRole("link", { name: t("participantHome.account") }).click();
      await press(page, t("account.signOut"));
      await expect(page.getByText(t("signIn.signedOut"))).toBeVisible();
    });
    const comeElsewhere = async () => {
      await context.clearCookies();
      await page.goto("/sign-in?as=participant");
      await signInWithPassphrase(page, handle, passphrase);
    };
    await test.step("in again where nothing is known of them", async () => {
      await comeElsewhere();
      await expectHeading(page, t("participantHome.title"));
      await expect(page.getByText(t("participantHome.welcome", { name }))).toBeVisible();
    });
    await test.step("a new passphrase takes the old one to make, and ends it", async () => {
      await page.goto("/come-back");
      for (const [typed, said] of [
        ["otter otter lake stone heron", t("account.proof.wrong")],
        [passphrase, t("account.passphraseShown")],
      ] as const) {
        await page.getByLabel(t("account.proof.label"), { exact: true }).fill(typed);
        await press(page, t("account.newPassphrase"));
        await expect(page.getByText(said)).toBeVisible();
      }
      await comeElsewhere();
      await expect(page.getByText(t("signIn.errors.mismatchCode"))).toBeVisible();
    });
  },
);
