import type { Page } from "@playwright/test";
import { findViolations } from "#e2e/everyone/axe.ts";
import { arrive, pageCases } from "#e2e/everyone/pages.ts";
import { hasSidewaysScroll } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { localeCookie, locales } from "#lib/i18n/locale.ts";

/** Controls that stick out at a side, except where what holds them scrolls by itself. */
const cutOff = (page: Page) =>
  page.locator("body :is(button, a, input, select, summary)").evaluateAll((controls) =>
    controls
      .filter((control) => control.checkVisibility() && !control.closest("[role=region][tabindex]"))
      .filter((control) => {
        const { left, right } = control.getBoundingClientRect();
        return left < 0 || right > document.documentElement.clientWidth;
      })
      .map((control) => control.outerHTML.slice(0, 160)),
  );

async function expectWhole(page: Page, look: string): Promise<void> {
  expect(await hasSidewaysScroll(page), `scrolls sideways: ${look}`).toBe(false);
  expect(await cutOff(page), `cut off: ${look}`).toEqual([]);
}

for (const one of pageCases) {
  test(`axe finds nothing, and nothing is cut off, in any look: ${one.name}`, async ({
    page,
    context,
    product,
    expectErrors,
  }) => {
    test.slow();
    if (one.status) expectErrors(new RegExp(`status of ${one.status}`));
    const address = await arrive(context, one, product.url);
    const find = async (look: string, scope?: "colours") =>
      expect.soft(await findViolations(page, scope), look).toEqual([]);
    // Every shared part in both themes, for those who build the product.
    const isGallery = address === "/gallery";
    // Staff screens are English, and made for desktops: on a phone nothing is lost.
    const isStaff = isGallery || ["researcher", "admin"].includes(one.caller);
    for (const locale of isStaff ? (["en"] as const) : locales) {
      await context.addCookies([{ name: localeCookie, value: locale, url: product.url }]);
      if (locale === "en") await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(address);
      await expect(page.locator("h1")).toHaveCount(1);
      // A page that stays English whatever was chosen has nothing new to look at.
      if ((await page.locator("html").getAttribute("lang")) !== locale) continue;
      // What axe looks at is the same in every language and at every width, but for colours, words and sizes: each
      // theme is looked at once, each language once, and a desktop and a phone once.
      if (locale === "en") {
        await find("en, 1280");
        await page.emulateMedia({ colorScheme: "dark" });
        if (!isGallery) await find("en, 1280, dark", "colours");
        await page.emulateMedia({ colorScheme: "light" });
      }
      // 1280 pixels wide, each thing twice as large.
      await page.setViewportSize({ width: 640, height: 360 });
      await expectWhole(page, `${locale}, 200 %`);
      await page.setViewportSize({ width: 360, height: 800 });
      await expectWhole(page, `${locale}, 360`);
    }
    if (!isStaff) await find(`${locales.at(-1)}, 360`);
  });
}
