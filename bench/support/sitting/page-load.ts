import type { Browser } from "@playwright/test";
import type { Sitter } from "#bench/support/sitting/people.ts";
import { openSlowPage } from "#bench/support/sitting/slow-page.ts";
import type { Site } from "#bench/support/site.ts";
import { until } from "#scripts/process/until.mjs";

export type PageLoad = {
  /** Milliseconds from navigation start. */
  firstPaint: number;
  largestPaint: number;
  largest: string;
  /** What of every task on the main thread went beyond 50 ms, together. */
  blocking: number;
  requests: number;
  kB: number;
  shift: number;
};

type Paints = Omit<PageLoad, "requests" | "kB"> & { lastTask: number };
declare global {
  interface Window {
    paints: Paints;
  }
}

/** Runs in the page, before anything of its own: it may use nothing from around it. */
function watchPaints(): void {
  const paints = { firstPaint: 0, largestPaint: 0, largest: "", blocking: 0, shift: 0, lastTask: 0 };
  window.paints = paints;
  const watch = (type: string, seen: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(seen)).observe({ type, buffered: true });
  watch("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") paints.firstPaint = startTime;
  });
  watch("largest-contentful-paint", (entry) => {
    const { element } = entry as PerformanceEntry & { element?: Element };
    paints.largestPaint = entry.startTime;
    paints.largest = `${element?.localName ?? "?"} “${element?.textContent.slice(0, 30) ?? ""}”`;
  });
  watch("longtask", ({ startTime, duration }) => {
    paints.blocking += duration - 50;
    paints.lastTask = startTime + duration;
  });
  watch("layout-shift", (entry) => {
    paints.shift += (entry as PerformanceEntry & { value: number }).value;
  });
}

const QUIET_MS = 1500;

/** One first visit, until nothing has been asked for and no long task has run for a while. */
export async function loadOnce(
  browser: Browser,
  site: Site,
  sitter: Sitter | null,
  { path, viewport }: { path: string; viewport: { width: number; height: number } },
): Promise<PageLoad> {
  const page = await openSlowPage(browser, site, sitter, { processor: 4, network: true, viewport });
  await page.addInitScript(watchPaints);
  const under = new Set<string>();
  let [requests, bytes, moved] = [0, 0, performance.now()];
  page.devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.startsWith("data:")) return;
    // A redirect is another request under the same id.
    requests += 1;
    under.add(requestId);
    moved = performance.now();
  });
  const end = (requestId: string) => {
    under.delete(requestId);
    moved = performance.now();
  };
  page.devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    end(requestId);
  });
  page.devtools.on("Network.loadingFailed", ({ requestId }) => end(requestId));

  await page.goto(site.url + path, { waitUntil: "load" });
  if (new URL(page.url()).pathname !== path) throw new Error(`${path} led to ${page.url()}`);
  const isQuiet = async () => {
    if (under.size > 0 || performance.now() - moved < QUIET_MS) return false;
    const { now, lastTask } = await page.evaluate(() => ({
      now: performance.now(),
      lastTask: window.paints.lastTask,
    }));
    return now - lastTask > QUIET_MS;
  };
  if (!(await until(isQuiet, { seconds: 60, everyMs: 250 }))) throw new Error(`${path} never came to rest`);
  const { lastTask: _last, ...paints } = await page.evaluate(() => window.paints);
  await page.context().close();
  return { ...paints, requests, kB: bytes / 1000 };
}
