import { db } from "#lib/db.ts";
import { consent, noted, passphrase } from "#e2e/participant/access/noted-codes.ts";
import { press } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

thorough(
  "they can be copied, stand alone on paper, end with a passphrase made anew, and aren’t there for the next person",
  async ({ page, context, signInAs, expectErrors }) => {
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
  },
);
