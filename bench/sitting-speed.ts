import type { Browser, Page } from "@playwright/test";
import { openBrowser } from "#bench/support/browser.ts";
import type { Figure } from "#bench/support/figure.ts";
import type { Site } from "#bench/support/site.ts";
import { enterPeople, type Sitter } from "#bench/support/sitting/people.ts";
import { openSittingStudy } from "#bench/support/sitting/study.ts";
import { median, quantile } from "#bench/support/timing.ts";
import { t } from "#e2e/support/words.ts";

export const name = "sitting-speed";
export const about = "a whole sitting of 50 cases, processor slowed down 4 times (95th percentiles)";

/** How many times slower than this machine. */
const SLOWER = 4;
/** What a person looks at before the next press; the page may use it for what it does ahead. */
const PAUSE_MS = 250;
/** Shorter ones are not told, and times come in steps of 8 ms. */
const LEAST_TOLD_MS = 16;

declare global {
  interface Window {
    presses: number[];
  }
}

export async function run(): Promise<Figure[]> {
  const { site, link } = await openSittingStudy();
  const [sitter] = await enterPeople(site, link, 1);
  if (!sitter) throw new Error("nobody entered");
  const { choices, moves } = await walkThrough(await openSlowPage(await openBrowser(), site, sitter), sitter);
  return [...describe("choosing an answer", choices, 24), ...describe("the next case", moves, 50)];
}

const describe = (what: string, times: readonly number[], limit: number): Figure[] => [
  { what: `${what}, to the next paint (steps of 8 ms)`, value: quantile(times, 0.95), unit: "ms", limit },
  { what: "  half of them within", value: median(times), unit: "ms" },
  { what: "  the slowest", value: Math.max(...times), unit: "ms" },
  { what: "  times it was done", value: times.length, unit: "" },
];

/** A participant's browser, which keeps how long each event of a press took until the next paint. */
async function openSlowPage(browser: Browser, site: Site, sitter: Sitter): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB" });
  await context.addCookies(sitter.cookies.map((cookie) => ({ ...cookie, url: site.url })));
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(() => {
    window.presses = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
        if (entry.interactionId > 0) window.presses.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  await page.goto(`${site.url}/sittings/${sitter.sittingId}/1`);
  return page;
}

/** From the first case to the last: every case answered, every third choice changed, by mouse and by keys. */
async function walkThrough(page: Page, { options }: Sitter) {
  const [choices, moves]: [number[], number[]] = [[], []];
  const count = options.size;
  const heading = (place: number) =>
    page.getByRole("heading", {
      level: 1,
      name: t("sitting.case.place", { place: String(place), count: String(count) }),
      exact: true,
    });
  const cards = page.getByRole("listitem").filter({ has: page.getByRole("radio"), visible: true });
  // A long text has a button of that name, too.
  const onward = page.locator("button[name=go][value=next]").filter({ visible: true });
  const press = async (work: () => Promise<void>, isDone: () => Promise<void>): Promise<number> => {
    await pause(page);
    await page.evaluate(() => void window.presses.splice(0));
    await work();
    await isDone();
    await pause(page);
    return Math.max(LEAST_TOLD_MS, ...(await page.evaluate(() => window.presses)));
  };
  const choose = async (option: number, byKey: boolean) => {
    const card = cards.nth(option);
    const work = () => (byKey ? page.keyboard.press(String(option + 1)) : card.click({ delay: 60 }));
    choices.push(await press(work, () => card.locator("input:checked").waitFor({ state: "attached" })));
  };
  await heading(1).waitFor();
  for (let place = 1; place <= count; place++) {
    const byKey = place % 2 === 0;
    await choose(place % 3, byKey);
    if (place % 3 === 0) await choose(3, !byKey);
    if (place === count) break;
    const key = place % 4 === 0 ? "Enter" : "n";
    const work = () => (byKey ? page.keyboard.press(key) : onward.click({ delay: 60 }));
    moves.push(await press(work, () => heading(place + 1).waitFor()));
  }
  await page.context().close();
  return { choices, moves };
}

const pause = (page: Page) =>
  page.evaluate(
    (ms) =>
      new Promise<void>((done) => setTimeout(() => requestIdleCallback(() => done(), { timeout: 5000 }), ms)),
    PAUSE_MS,
  );
