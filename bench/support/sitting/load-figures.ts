import type { Browser } from "@playwright/test";
import type { Figure } from "#bench/support/figure.ts";
import { loadOnce, type PageLoad } from "#bench/support/sitting/page-load.ts";
import type { Sitter } from "#bench/support/sitting/people.ts";
import type { Site } from "#bench/support/site.ts";
import { median } from "#bench/support/timing.ts";

const RUNS = 5;
export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 800 };

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

export type Visit = {
  what: string;
  path: string;
  viewport: { width: number; height: number };
  /** Whose browser it is; null for somebody who comes for the first time. */
  who: Sitter | null;
};

/** First visits, with nothing in the cache. */
export async function measureVisits(
  browser: Browser,
  site: Site,
  visits: readonly Visit[],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { what, who, ...page } of visits) {
    // The first one warms the server up, and doesn't count.
    await loadOnce(browser, site, who, page);
    const loads: PageLoad[] = [];
    for (let round = 0; round < RUNS; round++) loads.push(await loadOnce(browser, site, who, page));
    figures.push(...describe(what, loads));
  }
  return figures;
}
