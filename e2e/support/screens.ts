import type { Page } from "@playwright/test";
import { expect } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

// What tests of several screens do again and again, in the words a person would read.

export const heading = (page: Page) => page.getByRole("heading", { level: 1 });

export async function expectHeading(page: Page, words: string): Promise<void> {
  await expect(heading(page)).toHaveText(words);
}

/** On the pages of a study or a benchmark, whose name is the heading above. */
export async function expectRoom(page: Page, words: string): Promise<void> {
  await expect(page.locator("main h2").first()).toHaveText(words);
}

export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

export async function signInWithPassword(page: Page, handle: string, password: string): Promise<void> {
  await page.getByLabel(t("signIn.name")).fill(handle);
  await page.getByLabel(t("signIn.password"), { exact: true }).fill(password);
  await press(page, t("signIn.submit"));
}

export async function signInWithPassphrase(page: Page, code: string, passphrase: string): Promise<void> {
  await page.getByLabel(t("signIn.code")).fill(code);
  await page.getByLabel(t("signIn.passphrase"), { exact: true }).fill(passphrase);
  await press(page, t("signIn.submit"));
}

/** The page of a link and the click that spends it. */
export async function enterBy(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await press(page, t("enter.submit", { name }));
}

/** A dialog hears Escape from when it has the focus on, which is a moment after it is drawn. */
export const untilDialogHasFocus = (page: Page) =>
  expect(page.locator("[role=dialog]:focus, [role=dialog] :focus")).toBeVisible();

export async function hasSidewaysScroll(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    // The letters that a page has before its own are others, and may be wider.
    await document.fonts.ready;
    return document.documentElement.scrollWidth > document.documentElement.clientWidth;
  });
}

/** With one line, what is pressed in it, and the rule below it, a row comes to so many pixels at most. */
const maxOfRow = 42;

/** Rows of tables that take more than a line. */
export const tallRows = (page: Page) =>
  page
    .locator("main tbody tr")
    .evaluateAll(
      (rows, most) =>
        rows
          .filter((row) => row.checkVisibility() && row.getBoundingClientRect().height > most)
          .map((row) => row.textContent.slice(0, 160)),
      maxOfRow,
    );

/** What is focused, where it doesn't show it by an outline of its own. */
export const hiddenFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return "nothing is focused";
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const isSeen = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    return isSeen ? "" : element.outerHTML.slice(0, 200);
  });
