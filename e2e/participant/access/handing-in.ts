import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { storedAnswers } from "#e2e/participant/access/on-their-way.ts";
import { expectMenu } from "#e2e/participant/menu-by-keys.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

/** By a double click; there is no way back into the cases. */
export async function handInTwice(page: Page, sittingId: string): Promise<void> {
  await page.getByRole("button", { name: t("sitting.submit.confirm"), exact: true }).dblclick();
  await expectHeading(page, t("sitting.debrief.title"));
  const { completionCode } = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
  await expect(page.getByText(completionCode ?? "no code", { exact: true })).toBeVisible();
  await page.goBack();
  await expectHeading(page, t("sitting.debrief.title"));
  await page.goto(`/sittings/${sittingId}/finish`);
  await expectHeading(page, t("sitting.debrief.title"));
}

export async function withdrawAfterwards(page: Page, sittingId: string): Promise<void> {
  await page.getByRole("link", { name: t("sitting.debrief.toWithdraw") }).click();
  await expectHeading(page, t("way.withdraw.title"));
  await expectMenu(page);
  await press(page, t("way.withdraw.submit"));
  await expect(page.getByText(t("way.withdraw.notSure"))).toBeVisible();
  expect(await storedAnswers(sittingId)).toBe(2);
  await page.getByLabel(t("way.withdraw.erase")).check();
  await page.getByLabel(t("way.withdraw.sure")).check();
  await press(page, t("way.withdraw.submit"));
  await expect(page.getByText(t("way.erased"))).toBeVisible();
  expect(await storedAnswers(sittingId)).toBe(0);
}
