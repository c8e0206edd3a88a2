import { setTimeout as delay } from "node:timers/promises";
import { until } from "#scripts/process/until.mjs";
import type { Stage } from "#bench/support/drill/stage.ts";

type Sample = ReadonlyMap<string, number>;

/** Looks at the metrics of both instances every second, as Prometheus does, and tells whether anything was amiss. */
export class Scraper {
  readonly #stage: Stage;
  readonly #over = new AbortController();
  #before: readonly Sample[] = [];
  #isAmiss = false;
  #working: Promise<void> = Promise.resolve();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  async start(): Promise<void> {
    const found = await until(() => this.#scrapeAll(), { seconds: 60, everyMs: 500 });
    if (!found) throw new Error("there are no metrics to look at before a fault");
    this.#before = found;
    this.#working = this.#watch();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      const now = await this.#scrape();
      this.#isAmiss ||= now.some((sample, instance) => isAmiss(sample, this.#before[instance]));
      await delay(1000, undefined, { signal }).catch(() => {});
    }
  }

  /** Null while one of them isn't back from the fault before. */
  async #scrapeAll(): Promise<Sample[] | null> {
    const samples = (await this.#scrape()).filter((sample) => sample?.get("benchside_ready") === 1);
    return samples.length === 2 ? (samples as Sample[]) : null;
  }

  #scrape(): Promise<(Sample | null)[]> {
    const { first, second, metricsToken } = this.#stage;
    return Promise.all([first, second].map(({ port }) => read(port, metricsToken)));
  }

  async stop(): Promise<boolean> {
    this.#over.abort();
    await this.#working;
    return this.#isAmiss;
  }
}

/** An instance that can't be asked is what Prometheus calls up == 0. */
function isAmiss(now: Sample | null, before: Sample | undefined): boolean {
  if (now === null || before === undefined) return true;
  if (now.get("benchside_ready") === 0 || now.get("benchside_database_up") === 0) return true;
  const fewer = (kind: string) => {
    const name = `benchside_processes{kind="${kind}"}`;
    return (now.get(name) ?? 0) < (before.get(name) ?? 0);
  };
  if (fewer("web") || fewer("worker")) return true;
  // A process that was put in another's place began later; dead connections are counted.
  return [...now].some(
    ([name, value]) =>
      /^(process_start_time_seconds|benchside_pool_given_up_total)/.test(name) &&
      value > (before.get(name) ?? value),
  );
}

async function read(port: number, token: string): Promise<Sample | null> {
  const asked = { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(5000) };
  const answer = await fetch(`http://127.0.0.1:${port}/api/metrics`, asked).catch(() => null);
  if (answer?.status !== 200) return null;
  const lines = (await answer.text()).matchAll(/^([a-z_]+(?:\{[^}]*\})?) (\S+)$/gm);
  return new Map([...lines].map(([, name = "", value]) => [name, Number(value)]));
}
