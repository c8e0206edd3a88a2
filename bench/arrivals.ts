import http from "node:http";
import { atEnd } from "#bench/support/clean-up.ts";
import type { Figure } from "#bench/support/figure.ts";
import { openSite, type Site } from "#bench/support/site.ts";
import { enterPeople } from "#bench/support/sitting/people.ts";
import { readProcessorTime } from "#bench/support/sitting/processor-time.ts";
import { openSittingStudy } from "#bench/support/sitting/study.ts";
import { quantile } from "#bench/support/timing.ts";
import { countStatements } from "#e2e/support/statement-counter.ts";
import { openBrowser } from "#lib/simulation/browser.ts";
import { walkIn } from "#lib/simulation/steps.ts";

export const name = "arrivals";
export const about = "200 people who open the link in one moment, each from there to the first case";

/** For trying the bench itself out; figures count at 1. */
const scale = Number(process.env.BENCH_SCALE ?? 1);
const PEOPLE = Math.max(4, Math.round(200 * scale));
const WARM_UP = Math.max(2, Math.round(20 * scale));

async function arrive({ url }: Site, link: string): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const since = performance.now();
  try {
    await walkIn(openBrowser(url, { agent }), link);
    return (performance.now() - since) / 1000;
  } finally {
    agent.destroy();
  }
}

export async function run(): Promise<Figure[]> {
  const { server, site, link } = await openSittingStudy();
  await enterPeople(site, link, WARM_UP);
  const before = readProcessorTime(site.pid, server.databasePid);
  const settled = await Promise.allSettled(Array.from({ length: PEOPLE }, () => arrive(site, link)));
  const used = readProcessorTime(site.pid, server.databasePid);
  const times = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  for (const one of settled.filter(({ status }) => status === "rejected").slice(0, 3))
    console.error("did not arrive:", (one as PromiseRejectedResult).reason);

  const counter = await countStatements(server.appUrl);
  atEnd(() => counter.close());
  const counted = await openSite({ ...server, appUrl: counter.url });
  await enterPeople(counted, link, 1);
  counter.take();
  await arrive(counted, link);
  const statements = counter.take().length;

  const last = Math.max(...times);
  const each = (who: keyof typeof used) => (((used[who] ?? 0) - (before[who] ?? 0)) * 1000) / times.length;
  return [
    { what: `all ${PEOPLE} at their first case within`, value: last, unit: "s", limit: 20 },
    { what: "  half of them within", value: quantile(times, 0.5), unit: "s" },
    { what: "  people a second", value: times.length / last, unit: "1/s" },
    { what: "  who did not arrive", value: PEOPLE - times.length, unit: "", limit: 0 },
    { what: "  processor time of the product for each", value: each("product"), unit: "ms" },
    { what: "  of the database", value: each("database"), unit: "ms" },
    { what: "  of the load itself", value: each("load"), unit: "ms" },
    { what: "statements that one arrival sends to the database", value: statements, unit: "", limit: 30 },
  ];
}
