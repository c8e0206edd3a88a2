import type { Page } from "@playwright/test";
import { joinPath } from "#lib/invitations/schema.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

export const consent = async (page: Page, link: string, origin = "") => {
  await page.goto(`${origin}${joinPath(link)}`);
  await press(page, t("sitting.consent.agree"));
  // The page before has the same heading.
  await page.waitForURL("**/sittings/*");
  await expectHeading(page, "Who is speaking?");
};
export const noted = (page: Page, label: string) =>
  page
    .locator("[data-alone-on-paper] div", { has: page.getByText(label, { exact: true }) })
    .locator("dd")
    .innerText();
export const passphrase = (page: Page) =>
  page.locator("[data-alone-on-paper]").getByText(t("way.keep.passphrase"), { exact: true });
