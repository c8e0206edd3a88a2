import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { zhT } from "#e2e/support/words.ts";

export const place = (number: number) => zhT("sitting.case.place", { place: `${number}`, count: "2" });
// The case that comes after lies ready beside it, out of sight.
export const announced = (page: Page) =>
  page.getByText(zhT("sitting.case.otherLanguage", { language: "英语" })).filter({ visible: true });
export const cannotRead = (page: Page) =>
  page.getByRole("radio", { name: zhT("sitting.case.cannotRead"), exact: false });
export const candidate = (page: Page, name: string) => page.getByRole("radio", { name });
export const choose = (page: Page, name: string) =>
  page
    .getByRole("listitem")
    .filter({ has: candidate(page, name) })
    .click();
export const statesOf = async (sittingId: string) =>
  (await db.answer.findMany({ where: { sittingId }, orderBy: { position: "asc" } })).map(
    ({ decision, cannotRead: passed }) => (passed ? "passed" : decision === null ? "open" : "chosen"),
  );
