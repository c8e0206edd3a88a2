import { setTimeout as delay } from "node:timers/promises";
import { siteName } from "#bench/support/drill/nginx.ts";
import type { Stage } from "#bench/support/drill/stage.ts";
import { enterAll } from "#bench/support/sitting/people.ts";
import { answersOf, type SaveAttempt } from "#bench/support/sitting/save-load.ts";
import { openBrowser, type Browser } from "#lib/simulation/browser.ts";
import { readState, sendAnswer } from "#lib/simulation/steps.ts";
import type { SentAnswer } from "#lib/sittings/answers/wire.ts";
import { until } from "#scripts/process/liveness.mjs";

const everyMs = 1000;
const againMs = 500;

type Member = {
  browser: Browser;
  sittingId: string;
  next: () => SentAnswer;
  /** When an answer of theirs was last acknowledged. */
  at: number;
  /** What their device keeps until the sitting is handed in. */
  copies: SentAnswer[];
};

/** People who answer once a second each, and send an answer again and again until it is acknowledged, as a device does. */
export class Crowd {
  readonly savings: SaveAttempt[] = [];
  readonly refused: SaveAttempt[] = [];
  /** Under way when everybody stopped. */
  readonly unheard: SaveAttempt[] = [];
  readonly #stage: Stage;
  readonly #members: Member[] = [];
  readonly #over = new AbortController();
  #working: Promise<unknown> = Promise.resolve();
  #failures = 0;
  #longestMs = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  async enter(count: number): Promise<void> {
    const { nginx, link } = this.#stage;
    const { signal } = this.#over;
    const open = () => openBrowser(`https://${siteName}`, { via: nginx.via, agent: nginx.agent(), signal });
    for (const { browser, sittingId, options } of await enterAll(open, link, count))
      this.#members.push({ browser, sittingId, next: answersOf(options), at: performance.now(), copies: [] });
  }

  start(): void {
    this.#working = Promise.all(this.#members.map((member) => this.#answer(member)));
  }

  async #answer(member: Member): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      await this.#send(member, member.next());
      await delay(everyMs, undefined, { signal }).catch(() => {});
    }
  }

  async #send(member: Member, answer: SentAnswer): Promise<void> {
    const { browser, sittingId } = member;
    const { signal } = this.#over;
    for (;;) {
      try {
        const { status, body, ms } = await sendAnswer(browser, sittingId, answer);
        const saving = { sittingId, answer, ms };
        if (status === 200) {
          this.savings.push({ ...saving, trouble: null });
          if ("seal" in body) member.copies.push({ ...answer, seal: body.seal });
          this.#longestMs = Math.max(this.#longestMs, performance.now() - member.at);
          member.at = performance.now();
          return;
        }
        const isForGood = status < 500 && ![408, 429].includes(status);
        if (isForGood)
          return void this.refused.push({ ...saving, trouble: `${status} ${JSON.stringify(body)}` });
        this.#failures += 1;
      } catch {
        this.#failures += 1;
      }
      if (signal.aborted) {
        // It may be there all the same.
        this.unheard.push({ sittingId, answer, ms: 0, trouble: "not acknowledged" });
        return;
      }
      await delay(againMs, undefined, { signal }).catch(() => {});
    }
  }

  /** What they see from here on. */
  watch(): () => { failures: number; longestSeconds: number; answers: number } {
    const [failures, answers] = [this.#failures, this.savings.length];
    this.#longestMs = 0;
    return () => ({
      failures: this.#failures - failures,
      longestSeconds: this.#longestMs / 1000,
      answers: this.savings.length - answers,
    });
  }

  /** Seconds until everybody has had an answer acknowledged; infinity where that takes too long. */
  async untilAllAnswered(seconds: number): Promise<number> {
    const since = performance.now();
    const all = () => this.#members.every(({ at }) => at > since);
    return (await until(all, { seconds, everyMs: 50 })) ? (performance.now() - since) / 1000 : Infinity;
  }

  /** As devices do that hear that the server knows less than it has acknowledged. */
  async giveBack(): Promise<{ lost: number; refused: number }> {
    const outcome = { lost: 0, refused: 0 };
    const giveBack = async ({ browser, sittingId, copies }: Member) => {
      const known = await readState(browser, sittingId);
      const has = new Set(known.ids);
      for (const copy of copies.filter(({ id }) => !has.has(id.slice(0, 13)))) {
        outcome.lost += 1;
        const { status } = await sendAnswer(browser, sittingId, copy);
        if (status !== 200) outcome.refused += 1;
      }
    };
    await Promise.all(this.#members.map(giveBack));
    return outcome;
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.#working;
  }
}
