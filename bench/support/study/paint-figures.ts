import type { Page } from "@playwright/test";
import { openBrowser } from "#bench/support/browser.ts";
import type { Figure } from "#bench/support/figure.ts";
import type { SignedInSite } from "#bench/support/study/signed-in.ts";
import { quantile } from "#bench/support/timing.ts";

const LIMIT_PAINT_MS = 1000;
const LIMIT_TASK_MS = 100;
const ROUNDS = 5;
const pages = ["", "/people", "/people/1", "/cases", "/models", "/agreement", "/report", "/export"];

type Seen = { paintMs: number; longestTaskMs: number };

/** Loads a page with nothing in the cache, waits until it is quiet, and asks the browser what it saw. */
async function look({ url, admin }: SignedInSite, address: string, after?: (page: Page) => Promise<void>) {
  const browser = await openBrowser();
  const context = await browser.newContext({
    storageState: admin,
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map((entry) => entry.duration)),
    ).observe({
      type: "longtask",
      buffered: true,
    });
  });
  await page.goto(url + address, { waitUntil: "networkidle" });
  await after?.(page);
  const seen = await page.evaluate((): Seen => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    const { tasks } = window as unknown as { tasks: number[] };
    return { paintMs: paint?.startTime ?? NaN, longestTaskMs: Math.max(0, ...tasks) };
  });
  await browser.close();
  return seen;
}

/** The slowest of the pages, each in a browser of its own. */
export async function measurePaint(site: SignedInSite, slug: string): Promise<Figure[]> {
  const paints: number[] = [];
  for (const page of pages) paints.push((await look(site, `/studies/${slug}/results${page}`)).paintMs);
  return [{ what: "  first paint, slowest of the pages", value: Math.max(...paints), unit: "ms", limit: LIMIT_PAINT_MS }]; // oxfmt-ignore
}

/** Cases as points: the longest the browser was busy at a stretch, loading and moving over them. */
export async function measureDrawing(site: SignedInSite, address: string): Promise<Figure[]> {
  const longest: number[] = [];
  let points = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const { longestTaskMs } = await look(site, address, async (page) => {
      const plot = page.locator("#scatter-figure svg.drawing:visible").first();
      await plot.scrollIntoViewIfNeeded();
      const box = await plot.boundingBox();
      for (let step = 1; box && step < 20; step++)
        await page.mouse.move(box.x + (box.width * step) / 20, box.y + (box.height * step) / 20);
      points = Number(
        (
          await page
            .getByText(/^[\d,.]+ cases$/)
            .first()
            .innerText()
        ).replace(/\D/g, ""),
      );
    });
    longest.push(longestTaskMs);
  }
  return [
    { what: "  cases drawn as points", value: points, unit: "" },
    {
      what: "    longest task, worst of five loads",
      value: quantile(longest, 1),
      unit: "ms",
      limit: LIMIT_TASK_MS,
    },
  ];
}
