import { findViolations } from "#e2e/everyone/axe.ts";
import { arrive, pageCases } from "#e2e/everyone/pages.ts";
import { expect, test } from "#e2e/support/test.ts";
import { localeCookie, locales } from "#lib/i18n/locale.ts";

// The screenshots say more, and tracing each of axe's looks would take longer than the looks.
test.use({ trace: "off" });

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
        // Colours are the same in every language.
        for (const colorScheme of locale === "en" ? (["dark", "light"] as const) : (["light"] as const)) {
          await page.emulateMedia({ colorScheme });
          const violations = await findViolations(page, colorScheme === "dark" ? "colours" : "everything");
          if (violations.length > 0) found[`${locale} ${width} ${colorScheme}`] = violations;
        }
        const path = `test-results/screens/${fileOf(one.name)}-${locale}-${width}.png`;
        await page.screenshot({ path, fullPage: true });
      }
    }
    expect(found).toEqual({});
  });
}
