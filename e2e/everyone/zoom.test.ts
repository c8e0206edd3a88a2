import type { Page } from "@playwright/test";
import { callers } from "#e2e/doors/callers.ts";
import { arrive, pageCases } from "#e2e/everyone/pages.ts";
import { hasSidewaysScroll } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";

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

for (const caller of callers.filter((one) => pageCases.some((page) => page.caller === one))) {
  test(`at 200 % and on a narrow phone ${caller} loses nothing of any page`, async ({
    newDevice,
    product,
    expectErrors,
  }) => {
    test.slow();
    // 1280 pixels wide, each thing twice as large.
    const page = await newDevice({ viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 });
    for (const one of pageCases.filter((it) => it.caller === caller)) {
      await test.step(one.name, async () => {
        if (one.status) expectErrors(new RegExp(`status of ${one.status}`));
        await page.goto(await arrive(page.context(), one, product.url));
        await expect(page.locator("h1")).toHaveCount(1);
        for (const width of [640, 360]) {
          await page.setViewportSize({ width, height: 640 });
          expect(await hasSidewaysScroll(page), `${one.name} at ${width}`).toBe(false);
          expect(await cutOff(page), `${one.name} at ${width}`).toEqual([]);
        }
      });
    }
  });
}
