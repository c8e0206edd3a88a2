import type { Page } from "@playwright/test";
import { expect } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const entries = ["how", "code", "data", "withdraw", "leave"] as const;
export const menuButton = (page: Page) => page.getByRole("button", { name: t("menu.open"), exact: true });
export const menu = (page: Page) => page.getByRole("navigation", { name: t("menu.label") });
export const menuEntry = (page: Page, name: (typeof entries)[number]) =>
  menu(page).getByRole("link", { name: t(`menu.${name}`), exact: true });

/** By keys alone, as by a press: it opens, holds everything, and Escape puts it away and the focus back. */
export async function expectMenu(page: Page): Promise<void> {
  await expect(menu(page)).toBeHidden();
  await menuButton(page).focus();
  await page.keyboard.press("Enter");
  for (const name of entries) await expect(menuEntry(page, name)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(menuEntry(page, "how")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu(page)).toBeHidden();
  await expect(menuButton(page)).toBeFocused();
}
