import http from "node:http";
import { quantile } from "#bench/support/timing.ts";

type Target = { port: number; path: string; cookie?: string };
export type Load = { perSecond: number; p50: number; p95: number; errors: number };

function ask(agent: http.Agent, { port, path, cookie }: Target): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { accept: "text/html", ...(cookie ? { cookie } : {}) };
    const request = http.get({ host: "127.0.0.1", port, path, agent, headers }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
      response.once("error", reject);
    });
    request.setTimeout(30_000, () => request.destroy(new Error("no answer within 30 s")));
    request.once("error", reject);
  });
}

/** Each asks over and over, waiting for the answer to its last; whatever isn't answered by 200 is an error. */
export async function repeat(asks: readonly (() => Promise<number>)[], seconds: number): Promise<Load> {
  const times: number[] = [];
  let errors = 0;
  const since = performance.now();
  const until = since + seconds * 1000;
  const goOn = async (ask: () => Promise<number>) => {
    while (performance.now() < until) {
      const begun = performance.now();
      const status = await ask().catch(() => 0);
      if (status === 200) times.push(performance.now() - begun);
      else errors += 1;
    }
  };
  await Promise.all(asks.map(goOn));
  const elapsed = (performance.now() - since) / 1000;
  return {
    perSecond: times.length / elapsed,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    errors,
  };
}

/** One page, on a number of kept connections. */
export async function loadPage(target: Target, connections: number, seconds: number): Promise<Load> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const asks = Array.from({ length: connections }, () => () => ask(agent, target));
  return repeat(asks, seconds).finally(() => agent.destroy());
}
