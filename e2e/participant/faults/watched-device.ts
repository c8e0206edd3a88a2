import type { Page } from "@playwright/test";
import { leave } from "#e2e/support/test.ts";
import { readAnswer } from "#lib/sittings/answers/read-answer.ts";
import type { AnswerValue, CaseQuestions } from "#lib/sittings/answers/schema.ts";
import { toStored, type StoredValue } from "#lib/sittings/answers/stored-answer.ts";
import type { SentAnswer } from "#lib/sittings/answers/wire.ts";

/** What somebody saw: what the bar said, and what the fields of the case in front of them held. */
export type Observation = { at: number; said: string; position: number; fields: readonly [string, string][] };
export const faults = ["none", "cut", "lost", "error", "gate"] as const;
export type Fault = (typeof faults)[number];

/** In the page: notes whatever is painted, and lets what the page asks for go wrong. */
function watchPage(): void {
  const { noteSight } = globalThis as unknown as { noteSight: (sight: object) => void };
  let last = "";
  const look = () => {
    const form = document.querySelector<HTMLFormElement>("form[data-position][aria-hidden=false]");
    const line = document.querySelector("[data-sending] [role=status]");
    if (form && line) {
      const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
      const sight = { said: line.textContent, position: Number(form.dataset.position), fields };
      const now = JSON.stringify(sight);
      if (now !== last) noteSight({ ...sight, at: Date.now() });
      last = now;
    }
    isAwaited = false;
  };
  // A look at every frame would have the browser draw sixty of them a second, whether anything changes or not.
  let isAwaited = false;
  const lookSoon = () => {
    if (!isAwaited) requestAnimationFrame(look);
    isAwaited = true;
  };
  new MutationObserver(lookSoon).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  for (const name of ["input", "change"]) addEventListener(name, lookSoon, true);
  // What a script sets in a field is no mutation.
  setInterval(lookSoon, 100);
  lookSoon();

  const reach = globalThis.fetch;
  globalThis.fetch = async (...asked) => {
    const address = asked[0] instanceof Request ? asked[0].url : String(asked[0]);
    const fault = address.includes("/api/sittings/") ? sessionStorage.getItem("fault") : null;
    if (fault === "cut") throw new TypeError("not reached");
    if (fault === "error") return new Response("{}", { status: 503 });
    if (fault === "gate") return new Response("<p>Welcome to the harbour</p>", { status: 200 });
    const response = await reach(...asked);
    if (fault === "lost") throw new TypeError("the receipt is lost");
    return response;
  };
}

/** A browser whose every picture of a sitting is noted, and what it sent. */
export class WatchedDevice {
  readonly page: Page;
  readonly sights: Observation[] = [];
  readonly sent: SentAnswer[] = [];

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page): Promise<WatchedDevice> {
    const device = new WatchedDevice(page);
    const context = page.context();
    await context.exposeFunction("noteSight", (sight: Observation) => void device.sights.push(sight));
    await context.addInitScript(watchPage);
    context.on("request", (request) => {
      if (request.method() !== "POST" || !request.url().endsWith("/answers")) return;
      device.sent.push(request.postDataJSON() as SentAnswer);
    });
    return device;
  }

  /** Nothing of the sitting before goes on. */
  async sitDown(signIn: () => Promise<unknown>, address: string): Promise<void> {
    await leave(this.page);
    this.sights.length = 0;
    this.sent.length = 0;
    await signIn();
    await this.page.goto(address);
    await this.setFault("none");
  }

  setFault = (fault: Fault): Promise<void> =>
    this.page.evaluate((to) => sessionStorage.setItem("fault", to), fault);

  /** As when its window is turned to, or the network is back. */
  comeBack = (): Promise<void> =>
    this.page.evaluate(() => {
      for (const name of ["online", "focus"]) dispatchEvent(new Event(name));
    });

  /** What is in front of somebody now; null where no case is. */
  async look(): Promise<Observation | null> {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const isCase = (await this.form.count()) > 0;
    return isCase ? (this.sights.at(-1) ?? null) : null;
  }

  get form() {
    return this.page.locator("form[data-position][aria-hidden=false]");
  }
}

export type ServedCase = { order: readonly number[]; asked: CaseQuestions };

/** What the fields say, as it would be stored; null where it can't be. */
export function readObservation(
  { fields }: Pick<Observation, "fields">,
  { order, asked }: ServedCase,
): StoredValue | null {
  const byName = new Map(fields);
  const options = Number(byName.get("options") ?? 0);
  const { value, problem } = readAnswer({ get: (name) => byName.get(name) ?? null }, options, asked);
  return problem ? null : toStored(value as AnswerValue, order, asked);
}
