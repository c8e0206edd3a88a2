import "server-only";
import { collectDefaultMetrics, Counter, Gauge } from "prom-client";
import { givenUp } from "#lib/database/connection-watchdog.ts";
import { readPool } from "#lib/db.ts";
import { listCaches } from "#lib/monitoring/caches.ts";
import { reporting, tellBy, type Told } from "#lib/monitoring/gather.ts";
import { listLines } from "#lib/auth/secrets/waiting-line.ts";
import { startHeartbeat } from "#lib/monitoring/mutations.ts";
import { own } from "#lib/monitoring/registry.ts";
import { collectShared } from "#lib/monitoring/shared-metrics.ts";

/** Tells of this process: to the database every ten seconds, and to the supervisor when it asks. */
export function startReporting(kind: "web" | "worker"): { stop(): Promise<void> } {
  if (reporting.stop === null) {
    collectDefaultMetrics({ register: own.registry });
    gaugePool();
    gaugeCaches();
    gaugeLines();
    tellBy(collect);
    reporting.stop = startHeartbeat(kind).stop;
  }
  return { stop: reporting.stop };
}

export const collect = async (): Promise<Told> => ({
  own: await own.registry.getMetricsAsJSON(),
  shared: await collectShared(),
});

function gaugePool(): void {
  const registers = [own.registry];
  new Gauge({
    name: "benchside_pool_connections",
    help: "Connections to the database in this process’s pool",
    labelNames: ["state"],
    registers,
    collect() {
      const { total, idle } = readPool();
      this.set({ state: "idle" }, idle);
      this.set({ state: "used" }, total - idle);
    },
  });
  new Gauge({
    name: "benchside_pool_waiting",
    help: "Requests that wait for a connection",
    registers,
    collect() {
      this.set(readPool().waiting);
    },
  });
  new Gauge({
    name: "benchside_pool_limit",
    help: "Connections that the pool may open",
    registers,
    collect() {
      this.set(readPool().limit);
    },
  });
  new Counter({
    name: "benchside_pool_given_up_total",
    help: "Connections that were given up because the database no longer knew of them or couldn’t be reached",
    registers,
    collect() {
      this.reset();
      this.inc(givenUp.count);
    },
  });
}

const sizesOfCaches = [
  ["benchside_cache_entries", "What a cache remembers, in entries", "entries"],
  ["benchside_cache_entries_limit", "How many entries it may remember", "mostEntries"],
  ["benchside_cache_bytes", "What it takes in memory, where it is weighed", "bytes"],
  ["benchside_cache_bytes_limit", "What it may take in memory", "mostBytes"],
] as const;
const countsOfCaches = [
  ["benchside_cache_hits_total", "How often what was asked for was there", "hits"],
  ["benchside_cache_misses_total", "How often it was not", "misses"],
  ["benchside_cache_evictions_total", "How often something had to go for something newer", "evictions"],
] as const;

/** Counted where the caches are, and read here as it stands. */
function gaugeCaches(): void {
  const shape = { labelNames: ["cache"], registers: [own.registry] };
  for (const [name, help, key] of sizesOfCaches)
    new Gauge({
      name,
      help,
      ...shape,
      collect() {
        for (const { name: cache, [key]: size } of listCaches())
          if (size !== undefined) this.set({ cache }, size);
      },
    });
  for (const [name, help, key] of countsOfCaches)
    new Counter({
      name,
      help,
      ...shape,
      collect() {
        this.reset();
        for (const { name: cache, [key]: count } of listCaches()) this.inc({ cache }, count);
      },
    });
}

function gaugeLines(): void {
  new Gauge({
    name: "benchside_line_length",
    help: "What is done only so many at a time: how many are at work, and how many wait",
    labelNames: ["line", "state"],
    registers: [own.registry],
    collect() {
      for (const { name: line, working, waiting } of listLines()) {
        this.set({ line, state: "working" }, working);
        this.set({ line, state: "waiting" }, waiting);
      }
    },
  });
}
