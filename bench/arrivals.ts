import http from "node:http";
import { atEnd } from "#bench/support/clean-up.ts";
import { scale, type Figure } from "#bench/support/figure.ts";
import { openSite, type Site } from "#bench/support/site.ts";
import { enterPeople } from "#bench/support/sitting/people.ts";
import { watchProcessor } from "#bench/support/sitting/processor-time.ts";
import { openSittingStudy } from "#bench/support/sitting/study.ts";
import { quantile } from "#bench/support/timing.ts";
import { countStatements } from "#e2e/support/statement-counter.ts";
import { openBrowser } from "#lib/simulation/browser.ts";
import { walkIn } from "#lib/simulation/steps.ts";

export const name = "arrivals";
export const about = "200 people who open the link in one moment, each from there to the first case";

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
  const used = watchProcessor(site.pid, server.databasePid);
  const settled = await Promise.allSettled(Array.from({ length: PEOPLE }, () => arrive(site, link)));
  const times = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const processor = used(times.length);
  for (const one of settled) if (one.status === "rejected") console.error("did not arrive:", one.reason);

  const counter = await countStatements(server.appUrl);
  atEnd(() => counter.close());
  const counted = await openSite({ ...server, appUrl: counter.url });
  await enterPeople(counted, link, 1);
  counter.take();
  await arrive(counted, link);
  const statements = counter.take().length;

  const last = Math.max(...times);
  return [
    { what: `all ${PEOPLE} at their first case within`, value: last, unit: "s", limit: 20 },
    { what: "  half of them within", value: quantile(times, 0.5), unit: "s" },
    { what: "  people a second", value: times.length / last, unit: "1/s" },
    { what: "  who did not arrive", value: PEOPLE - times.length, unit: "", limit: 0 },
    ...processor,
    { what: "statements that one arrival sends to the database", value: statements, unit: "", limit: 30 },
  ];
}
