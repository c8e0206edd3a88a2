import { openBrowser } from "#bench/support/browser.ts";
import type { Figure } from "#bench/support/figure.ts";
import { loadOnce, type PageLoad } from "#bench/support/sitting/page-load.ts";
import { enterPeople } from "#bench/support/sitting/people.ts";
import { openSittingStudy } from "#bench/support/sitting/study.ts";
import { median } from "#bench/support/timing.ts";

export const name = "sitting-load-page";
export const about =
  "first visits on slow 4G (1.6 Mbit/s, 150 ms), processor slowed down 4 times, nothing cached: median and worst of 5";

const RUNS = 5;
const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

const measures: { what: string; unit: string; limit?: number; of: (load: PageLoad) => number }[] = [
  { what: "largest contentful paint", unit: "ms", limit: 1500, of: (load) => load.largestPaint },
  { what: "first contentful paint", unit: "ms", of: (load) => load.firstPaint },
  { what: "blocking time from navigation start", unit: "ms", limit: 200, of: (load) => load.blocking },
  { what: "requests until quiet", unit: "", limit: 20, of: (load) => load.requests },
  { what: "layout shift", unit: "", limit: 0, of: (load) => load.shift },
  { what: "over the network", unit: "kB", of: (load) => load.kB },
];

function describe(page: string, loads: readonly PageLoad[]): Figure[] {
  return measures.flatMap(({ what, unit, limit, of }): Figure[] => {
    const bound = limit === undefined ? {} : { limit };
    const values = loads.map(of);
    return [
      { what: `${page}: ${what}`, value: median(values), unit, ...bound },
      { what: "  at worst", value: Math.max(...values), unit, ...bound },
    ];
  });
}

export async function run(): Promise<Figure[]> {
  const { site, link } = await openSittingStudy();
  const [sitter] = await enterPeople(site, link, 1);
  if (!sitter) throw new Error("nobody entered");
  const browser = await openBrowser();
  const sitting = `/sittings/${sitter.sittingId}`;
  const pages = [
    { what: "welcome, phone", path: link, viewport: phone, who: null },
    { what: "case, phone", path: `${sitting}/1`, viewport: phone, who: sitter },
    { what: "case, desktop", path: `${sitting}/1`, viewport: desktop, who: sitter },
    { what: "overview, phone", path: `${sitting}/overview`, viewport: phone, who: sitter },
  ];
  const figures: Figure[] = [];
  for (const { what, who, ...page } of pages) {
    // The first one warms the server up, and doesn't count.
    await loadOnce(browser, site, who, page);
    const loads: PageLoad[] = [];
    for (let round = 0; round < RUNS; round++) loads.push(await loadOnce(browser, site, who, page));
    figures.push(...describe(what, loads));
  }
  return figures;
}
