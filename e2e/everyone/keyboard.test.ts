import type { Page } from "@playwright/test";
import { findViolations } from "#e2e/everyone/axe.ts";
import { addPerson } from "#e2e/support/people.ts";
import { hiddenFocus, press } from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

/** Which element of the page has the focus; empty where none has. */
const stopOf = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const all = [...document.querySelectorAll("*")];
    return element && element !== document.body ? String(all.indexOf(element)) : "";
  });

/** To wherever the keyboard leads, until it leads nowhere new. */
async function walkStops(page: Page): Promise<number> {
  const stops = new Set<string>();
  for (let stop = await stopOf(page); stop && !stops.has(stop) && stops.size <= 60;) {
    stops.add(stop);
    expect(await hiddenFocus(page)).toBe("");
    await page.keyboard.press("Tab");
    stop = await stopOf(page);
  }
  return stops.size;
}

thorough(
  "the first stop of a page skips to the content, and every stop shows itself",
  async ({ page, signInAs }) => {
    for (const [role, address] of [
      [null, "/sign-in"],
      ["participant", "/sittings"],
      // Filtered, so that the way through the page is as long whoever is in it.
      ["admin", "/admin/people?filter=nobody-of-this-name"],
    ] as const)
      await test.step(address, async () => {
        if (role) await signInAs(role);
        await page.goto(address);
        const skip = page.getByRole("link", { name: t("shell.skip") });
        await expect(skip).not.toBeInViewport();
        await page.keyboard.press("Tab");
        await expect(skip).toBeFocused();
        await expect(skip).toBeInViewport();
        expect(await walkStops(page)).toBeGreaterThan(3);
        await skip.focus();
        await page.keyboard.press("Enter");
        await expect(page.locator("main")).toBeFocused();
      });
  },
);

async function expectFlawless(page: Page, within: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await findViolations(page, "colours", within), "dark").toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  expect.soft(await findViolations(page, "everything", within), "light").toEqual([]);
}

thorough(
  "a dialog keeps the focus, gives it back at Escape, and adds a person by the keyboard alone; axe finds nothing in it, in both themes",
  async ({ page, signInAs }) => {
    await signInAs("admin");
    await page.goto("/admin/people");
    const opener = page.getByRole("button", { name: t("people.create.open") });
    await opener.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toHaveAccessibleName(t("people.create.title"));
    const holdsFocus = () => dialog.evaluate((one) => one.contains(document.activeElement));
    for (const key of [...Array<string>(8).fill("Tab"), ...Array<string>(8).fill("Shift+Tab")]) {
      await page.keyboard.press(key);
      expect(await holdsFocus()).toBe(true);
      expect(await hiddenFocus(page)).toBe("");
    }
    await expectFlawless(page, "[role=dialog]");
    // Every dialog hides alike what lies behind it.
    expect.soft(await findViolations(page, "behind")).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();

    await page.keyboard.press("Enter");
    await page.getByLabel(t("people.create.name"), { exact: true }).focus();
    const name = `Kim ${crypto.randomUUID().slice(0, 8)}`;
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel(t("people.link.label", { name }))).toBeVisible();
    expect(await holdsFocus()).toBe(true);

    const { id } = await addPerson("researcher");
    await page.goto(`/admin/people/${id}`);
    await press(page, t("people.deactivate.open"));
    await expect(dialog).toBeVisible();
    await expectFlawless(page, "[role=dialog]");
  },
);
