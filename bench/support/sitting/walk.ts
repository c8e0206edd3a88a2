import type { Page } from "@playwright/test";
import type { Step, TimedEvent } from "#bench/support/sitting/watch-page.ts";
import { t } from "#e2e/support/words.ts";

/** What a person looks at before the next press; the page may use it for what it does ahead. */
const PAUSE_MS = 250;

const candidates = (page: Page) =>
  page.getByRole("listitem").filter({ has: page.getByRole("radio"), visible: true });
const placeOf = (place: number, count: number) =>
  t("sitting.case.place", { place: String(place), count: String(count) });

export type Walk = { choices: Step[]; moves: Step[]; events: TimedEvent[] };

async function pause(page: Page): Promise<void> {
  await page.evaluate(
    (ms) =>
      new Promise<void>((done) => setTimeout(() => requestIdleCallback(() => done(), { timeout: 5000 }), ms)),
    PAUSE_MS,
  );
}

/** Does one thing and waits until the screen shows it. */
async function step(page: Page, press: () => Promise<void>): Promise<void> {
  await press();
  await page.waitForFunction(() => !window.watch.pending);
  await pause(page);
}

async function choose(page: Page, option: number, byKey: boolean): Promise<void> {
  await page.evaluate((index) => {
    const radios = () =>
      [...document.querySelectorAll<HTMLInputElement>("input[type=radio][name=choice]")].filter((radio) =>
        radio.closest("li")?.checkVisibility({ visibilityProperty: true }),
      );
    window.watch.expect(() => radios()[index]?.checked === true);
  }, option);
  const click = () => candidates(page).nth(option).click({ delay: 60 });
  await step(page, () => (byKey ? page.keyboard.press(String(option + 1)) : click()));
}

/** On the screen is another case: its place in the heading, and the candidates of another form. */
async function move(page: Page, place: string, press: () => Promise<void>): Promise<void> {
  await page.evaluate((words) => {
    const form = () => window.watch.visible("li:has(input[name=choice])")?.closest("form");
    const before = form();
    window.watch.expect(() => window.watch.visible("h1")?.textContent === words && form() !== before);
  }, place);
  await step(page, press);
}

/** From the first case to the last: every case answered, every third choice changed, by mouse and by keys. */
export async function walkThrough(page: Page, count: number): Promise<Walk> {
  const kept: Walk = { choices: [], moves: [], events: [] };
  const collect = async (kind: "choices" | "moves") =>
    kept[kind].push(...(await page.evaluate(() => window.watch.steps.splice(0))));
  // A long text has a button of that name, too.
  const onward = page.locator("button[name=go][value=next]").filter({ visible: true });
  const next = () => onward.click({ delay: 60 });
  await page.getByRole("heading", { level: 1, name: placeOf(1, count), exact: true }).waitFor();
  await pause(page);

  for (let place = 1; place <= count; place++) {
    const byKey = place % 2 === 0;
    await choose(page, place % 3, byKey);
    if (place % 3 === 0) await choose(page, 3, !byKey);
    await collect("choices");
    if (place === count) break;
    const key = place % 4 === 0 ? "Enter" : "n";
    await move(page, placeOf(place + 1, count), byKey ? () => page.keyboard.press(key) : next);
    await collect("moves");
  }
  kept.events = await page.evaluate(() => window.watch.events);
  return kept;
}
