import { openBrowser } from "#bench/support/browser.ts";
import type { Figure } from "#bench/support/figure.ts";
import { desktop, measureVisits, phone } from "#bench/support/sitting/load-figures.ts";
import { enterPeople } from "#bench/support/sitting/people.ts";
import { openSittingStudy } from "#bench/support/sitting/study.ts";

export const name = "sitting-load-page";
export const about =
  "first visits on slow 4G (1.6 Mbit/s, 150 ms), processor slowed down 4 times, nothing cached: median and worst of 5";

export async function run(): Promise<Figure[]> {
  const { site, link } = await openSittingStudy();
  const [sitter] = await enterPeople(site, link, 1);
  if (!sitter) throw new Error("nobody entered");
  const sitting = `/sittings/${sitter.sittingId}`;
  return measureVisits(await openBrowser(), site, [
    { what: "welcome, phone", path: link, viewport: phone, who: null },
    { what: "case, phone", path: `${sitting}/1`, viewport: phone, who: sitter },
    { what: "case, desktop", path: `${sitting}/1`, viewport: desktop, who: sitter },
    { what: "overview, phone", path: `${sitting}/overview`, viewport: phone, who: sitter },
  ]);
}
