import { findViolations } from "#e2e/everyone/axe.ts";
import { hiddenFocus } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

for (const [role, address] of [
  [null, "/sign-in"],
  ["participant", "/sittings"],
  // Filtered, so that the way through the page is as long whoever is in it.
  ["admin", "/admin/people?filter=nobody-of-this-name"],
] as const) {
  test(`the first stop of ${address} skips to the content`, async ({ page, signInAs }) => {
    if (role) await signInAs(role);
    await page.goto(address);
    const skip = page.getByRole("link", { name: t("shell.skip") });
    await expect(skip).not.toBeInViewport();
    await page.keyboard.press("Tab");
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.locator("main")).toBeFocused();
  });

  test(`every stop of the keyboard shows itself on ${address}`, async ({ page, signInAs }) => {
    if (role) await signInAs(role);
    await page.goto(address);
    const stops = new Set<string>();
    for (;;) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate(() => {
        const element = document.activeElement;
        const all = [...document.querySelectorAll("*")];
        return element && element !== document.body ? String(all.indexOf(element)) : "";
      });
      if (stop === "" || stops.has(stop)) break;
      stops.add(stop);
      expect(await hiddenFocus(page)).toBe("");
      if (stops.size > 60) break;
    }
    expect(stops.size).toBeGreaterThan(3);
  });
}

test("a dialog keeps the focus, closes with Escape and gives the focus back", async ({ page, signInAs }) => {
  await signInAs("admin");
  await page.goto("/admin/people");
  const opener = page.getByRole("button", { name: t("people.create.open") });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: t("people.create.title") });
  await expect(dialog).toBeVisible();
  for (const key of [...Array<string>(8).fill("Tab"), ...Array<string>(8).fill("Shift+Tab")]) {
    await page.keyboard.press(key);
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    expect(await hiddenFocus(page)).toBe("");
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test("a person is added with the keyboard alone", async ({ page, signInAs }) => {
  await signInAs("admin");
  await page.goto("/admin/people");
  await page.getByRole("button", { name: t("people.create.open") }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel(t("people.create.name"), { exact: true }).focus();
  const name = `Kim ${crypto.randomUUID().slice(0, 8)}`;
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel(t("people.link.label", { name }))).toBeVisible();
  expect(await page.getByRole("dialog").evaluate((dialog) => dialog.contains(document.activeElement))).toBe(
    true,
  );
});

test("tabs are walked with the arrows", async ({ page }) => {
  await page.goto("/gallery");
  const tabs = page.getByRole("tablist", { name: "Tracks, light" }).getByRole("tab");
  await tabs.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(tabs.nth(1)).toBeFocused();
  await expect(tabs.nth(1)).toHaveAttribute("aria-selected", "true");
});

test("axe finds nothing in open dialogs and notices, in both themes", async ({ page }) => {
  test.slow();
  await page.goto("/gallery");
  const look = async (within: string) => {
    await page.emulateMedia({ colorScheme: "dark" });
    expect.soft(await findViolations(page, "colours", within), "dark").toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    expect.soft(await findViolations(page, "everything", within), "light").toEqual([]);
  };
  for (const opener of ["Open a dialog", "Deactivate Ada"]) {
    await page.getByRole("button", { name: opener }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await look("[role=dialog]");
    // Every dialog hides alike what lies behind it.
    if (opener === "Open a dialog") expect(await findViolations(page, "behind")).toEqual([]);
    await page.keyboard.press("Escape");
  }
  for (const notice of ["Good news", "Bad news"])
    await page.getByRole("button", { name: notice }).first().click();
  await expect(page.getByText("Ada is added.").first()).toBeVisible();
  await look(":has(> ol > li[data-state=open])");
});
