import { findViolations } from "#e2e/everyone/axe.ts";
import { arrive, pageCases } from "#e2e/everyone/pages.ts";
import { hasSidewaysScroll } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { localeCookie, locales } from "#lib/i18n/locale.ts";

const widths = [360, 1280] as const;
const fileOf = (name: string) => name.replace(/[^a-z]+/gi, "-").replace(/^-|-$/g, "");

for (const one of pageCases) {
  test(`axe finds nothing in any look: ${one.name}`, async ({ page, context, product, expectErrors }) => {
    test.slow();
    if (one.status) expectErrors(new RegExp(`status of ${one.status}`));
    const address = await arrive(context, one, product.url);
    const found: Record<string, string[]> = {};
    for (const locale of locales) {
      await context.addCookies([{ name: localeCookie, value: locale, url: product.url }]);
      await page.goto(address);
      await expect(page.locator("h1")).toHaveCount(1);
      // Staff screens stay English whatever was chosen: nothing new to look at.
      if ((await page.locator("html").getAttribute("lang")) !== locale) continue;
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          const violations = await findViolations(page);
          if (violations.length > 0) found[`${locale} ${width} ${colorScheme}`] = violations;
        }
        const path = `test-results/screens/${fileOf(one.name)}-${locale}-${width}.png`;
        await page.emulateMedia({ colorScheme: "light" });
        await page.screenshot({ path, fullPage: true });
      }
    }
    expect(found).toEqual({});
  });

  test(`nothing is lost at 360 pixels or at 200 %: ${one.name}`, async ({
    newDevice,
    product,
    expectErrors,
  }) => {
    if (one.status) expectErrors(new RegExp(`status of ${one.status}`));
    // 1280 pixels wide, each thing twice as large.
    const page = await newDevice({ viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 });
    await page.goto(await arrive(page.context(), one, product.url));
    await expect(page.locator("h1")).toHaveCount(1);
    for (const width of [640, 360]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await hasSidewaysScroll(page), `${width} pixels`).toBe(false);
      for (const control of await page.locator("main :is(button, a, input):visible").all()) {
        await control.scrollIntoViewIfNeeded();
        const box = await control.boundingBox();
        expect(
          box && box.x >= 0 && box.x + box.width <= width,
          `${width}: ${await control.innerText()}`,
        ).toBe(true);
      }
    }
  });
}
