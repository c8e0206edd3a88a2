import { expect, thorough } from "#e2e/support/test.ts";

thorough(
  "tabs are walked with the arrows; in a crowd of cases the nearest to the pointer is named; a figure is drawn for the width it has, and its ways are in its table for the keyboard",
  async ({ page }) => {
    await page.setViewportSize({ width: 1000, height: 700 });
    await page.goto("/gallery");
    const tabs = page.getByRole("tablist", { name: "Tracks, light" }).getByRole("tab");
    await tabs.first().focus();
    await page.keyboard.press("ArrowRight");
    await expect(tabs.nth(1)).toBeFocused();
    await expect(tabs.nth(1)).toHaveAttribute("aria-selected", "true");

    const crowd = page.locator("#figure-scatter-light");
    const plot = crowd.locator("svg.drawing:visible").first();
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    if (!box) throw new Error("the plot has no place");
    await plot.hover({ position: { x: box.width * 0.8, y: box.height * 0.8 } });
    const near = crowd.locator("svg a:visible");
    await expect(near).toHaveText(/^Case \d+ · \d+\.\d · \d+\.\d$/);
    await near.click();
    await expect(page).toHaveURL(/#c\d+$/);

    const forest = page.locator("#figure-forest-light");
    await expect(forest.getByRole("img")).toHaveAccessibleName(/What the forest shows/);
    const drawn = forest.locator("svg.drawing:visible");
    await expect(drawn).toHaveAttribute("viewBox", /^0 0 720 /);
    await expect(drawn.locator("a").first()).toHaveAttribute("tabindex", "-1");
    await page.setViewportSize({ width: 360, height: 700 });
    await expect(drawn).toHaveAttribute("viewBox", /^0 0 340 /);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    // Letters on a phone stay letters: the drawing is not made smaller by more than a hair.
    const text = drawn.getByText("95% interval").or(drawn.getByText("Right, %")).first();
    expect((await text.boundingBox())?.height).toBeGreaterThan(10);
  },
);
