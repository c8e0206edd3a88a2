import { openBrowser } from "#bench/support/browser.ts";
import type { Figure } from "#bench/support/figure.ts";
import { enterPeople } from "#bench/support/sitting/people.ts";
import { describeSteps } from "#bench/support/sitting/step-figures.ts";
import { openSittingStudy } from "#bench/support/sitting/study.ts";
import { openSlowPage } from "#bench/support/sitting/slow-page.ts";
import { walkThrough } from "#bench/support/sitting/walk.ts";
import { watchPage } from "#bench/support/sitting/watch-page.ts";

export const name = "sitting-speed";
export const about = "a whole sitting of 50 cases, processor slowed down 4 times (95th percentiles)";

const LIMITS = { choosing: 24, moving: 50 };

export async function run(): Promise<Figure[]> {
  const { site, link } = await openSittingStudy();
  const [sitter] = await enterPeople(site, link, 1);
  if (!sitter) throw new Error("nobody entered");
  const browser = await openBrowser();
  const page = await openSlowPage(browser, site, sitter, { processor: 4, network: false });
  await page.addInitScript(watchPage);
  await page.goto(`${site.url}/sittings/${sitter.sittingId}/1`);
  const { choices, moves, events } = await walkThrough(page, sitter.options.size);
  return [
    ...describeSteps("choosing an answer", choices, events, LIMITS.choosing),
    ...describeSteps("the next case", moves, events, LIMITS.moving),
  ];
}
