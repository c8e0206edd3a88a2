import type { Browser } from "@playwright/test";
import type { Figure } from "#bench/support/figure.ts";
import type { Sitter } from "#bench/support/sitting/people.ts";
import { openSlowPage } from "#bench/support/sitting/slow-page.ts";
import { describeSteps } from "#bench/support/sitting/step-figures.ts";
import { walkThrough } from "#bench/support/sitting/walk.ts";
import { watchPage } from "#bench/support/sitting/watch-page.ts";
import type { Site } from "#bench/support/site.ts";

const LIMITS = { choosing: 24, moving: 50 };

/** From the first case to the last on a processor slowed down 4 times: how soon a press is on the screen. */
export async function measureSitting(browser: Browser, site: Site, sitter: Sitter): Promise<Figure[]> {
  const page = await openSlowPage(browser, site, sitter, { processor: 4, network: false });
  await page.addInitScript(watchPage);
  await page.goto(`${site.url}/sittings/${sitter.sittingId}/1`);
  const { choices, moves, events } = await walkThrough(page, sitter.options.size);
  await page.context().close();
  return [
    ...describeSteps("choosing an answer", choices, events, LIMITS.choosing),
    ...describeSteps("the next case", moves, events, LIMITS.moving),
  ];
}
