import { findViolations } from "#e2e/everyone/axe.ts";
import { arrive, pageCases } from "#e2e/everyone/pages.ts";
import { expect, test } from "#e2e/support/test.ts";
import { localeCookie, locales } from "#lib/i18n/locale.ts";

const widths = [360, 1280] as const;
const darkAndLight = ["dark", "light"] as const;
const onlyLight = ["light"] as const;
const fileOf = (name: string) => name.replace(/[^a-z]+/gi, "-").replace(/^-|-$/g, "");

for (const one of pageCases) {
  test(`axe finds nothing in any look: ${one.name}`, async ({ page, context, product, expectErrors }) => {
    test.slow();
    if (one.status) expectErrors(new RegExp(`status of ${one.status}`));
    const address = await arrive(context, one, product.url);
    const found: Record<string, string[]> = {};
    // Staff screens are English, and made for desks: on a phone they are only pictured.
    const isStaff = ["researcher", "admin"].includes(one.caller);
    for (const locale of isStaff ? (["en"] as const) : locales) {
      await context.addCookies([{ name: localeCookie, value: locale, url: product.url }]);
      await page.goto(address);
      await expect(page.locator("h1")).toHaveCount(1);
      // A page that stays English whatever was chosen has nothing new to look at.
      if ((await page.locator("html").getAttribute("lang")) !== locale) continue;
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        // Colours are the same in every language and at every width.
        for (const colorScheme of locale === "en" && width === 1280 ? darkAndLight : onlyLight) {
          await page.emulateMedia({ colorScheme });
          const scope = colorScheme === "dark" ? "colours" : "everything";
          const violations = isStaff && width === 360 ? [] : await findViolations(page, scope);
          if (violations.length > 0) found[`${locale} ${width} ${colorScheme}`] = violations;
        }
        const path = `test-results/screens/${fileOf(one.name)}-${locale}-${width}.jpg`;
        await page.screenshot({ path, fullPage: true, type: "jpeg", quality: 80 });
      }
    }
    expect(found).toEqual({});
  });
}
