import { designPath, newStudyPath } from "#lib/paths.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { draftStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const windows = [
  { width: 1280, height: 860 },
  { width: 390, height: 800 },
];

test("what finishes a page is in view as it opens, at a desk and on a phone; a place is found by keys alone", async ({
  page,
  signInAs,
}) => {
  await signInAs("admin");
  const { slug, title } = await draftStudy();
  const table = [
    { address: newStudyPath, last: page.getByRole("button", { name: t("builder.create.submit") }) },
    {
      address: designPath(slug, "check"),
      last: page.getByRole("region", { name: t("builder.check.open.title") }),
    },
    {
      address: designPath(slug, "frame"),
      last: page.getByRole("button", { name: t("builder.form.saveNext") }),
    },
  ];
  for (const { address, last } of table)
    for (const window of windows) {
      await page.setViewportSize(window);
      await page.goto(address);
      await expect(last).toBeVisible();
      const box = await last.boundingBox();
      const bottom = box ? box.y + box.height : Infinity;
      expect.soft(bottom, `${address} at ${window.width}`).toBeLessThanOrEqual(window.height);
    }
  await test.step("Ctrl K asks for a name, Enter leads there, and Escape back to where one was", async () => {
    await page.goto("/account");
    await page.keyboard.press("Control+k");
    const search = page.getByRole("combobox", { name: t("palette.label") });
    await expect(search).toBeFocused();
    await search.fill(t("navigation.people").toUpperCase());
    const option = (name: string) => page.getByRole("option", { name, exact: true });
    await expect(option(t("navigation.people"))).toHaveAttribute("aria-selected", "true");
    expect(await findViolations(page, "everything", "[role=dialog]")).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(search).toBeHidden();
    await page.keyboard.press("Control+k");
    await search.fill(title);
    await expect(option(title).first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  });
});
