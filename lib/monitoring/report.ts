import "server-only";
import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import { givenUp } from "#lib/database/connection-watchdog.ts";
import { readPool } from "#lib/db.ts";
import { listCaches } from "#lib/monitoring/caches.ts";
import { reporting, registerMetrics, type ProcessMetrics } from "#lib/monitoring/gather.ts";
import { listLines } from "#lib/auth/secrets/waiting-line.ts";
import { startHeartbeat } from "#lib/monitoring/mutations.ts";
import { own } from "#lib/monitoring/count.ts";
import { setTimeout as delay } from "node:timers/promises";
import { checkHealth } from "#lib/health/queries.ts";
import { readInstance } from "#lib/monitoring/queries.ts";
import { isHeard, type InstanceFacts } from "#lib/monitoring/schema.ts";

/** Tells of this process: to the database every ten seconds, and to the supervisor when it asks. */
export function startReporting(kind: "web" | "worker"): { stop(): Promise<void> } {
  if (reporting.stop === null) {
    collectDefaultMetrics({ register: own.registry });
    gaugePool();
    gaugeCaches();
    gaugeLines();
    registerMetrics(collect);
    reporting.stop = startHeartbeat(kind).stop;
  }
  return { stop: reporting.stop };
}

export const collect = async (): Promise<ProcessMetrics> => ({
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
        for (const { name: cache, [key]: size } of listCaches()) this.set({ cache }, size);
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

type Values = readonly (readonly [labels: Record<string, string>, value: number])[];
type Measure = { help: string; labels?: readonly string[]; of: (facts: InstanceFacts) => Values };

const one = (value: number): Values => [[{}, value]];

const measures: Readonly<Record<string, Measure>> = {
  benchside_database_size_bytes: {
    help: "What the database takes on its disk",
    of: ({ database }) => one(database.bytes),
  },
  benchside_database_connections: {
    help: "Connections that the server has open, everybody’s",
    of: ({ database }) => one(database.connections),
  },
  benchside_database_connections_limit: {
    help: "Connections that the server allows",
    of: ({ database }) => one(database.connectionLimit),
  },
  benchside_queue_jobs: {
    help: "Jobs of pg-boss, by queue",
    labels: ["queue", "state"],
    of: ({ queues }) =>
      queues.flatMap(({ name, ...states }) =>
        Object.entries(states).map(([state, count]) => [{ queue: name, state }, count] as const),
      ),
  },
  benchside_jobs: {
    help: "Imports and other long work: what waits, what runs, and what failed in the last day",
    labels: ["state"],
    of: ({ jobs }) => [
      [{ state: "waiting" }, jobs.waiting],
      [{ state: "running" }, jobs.running],
      [{ state: "failed_last_day" }, jobs.failedLastDay],
    ],
  },
  benchside_job_waiting_seconds: {
    help: "For how long the oldest job has been waiting",
    of: ({ jobs }) => one(jobs.secondsWaiting),
  },
  benchside_sittings_under_way: {
    help: "Sittings of open studies that have begun and are not submitted",
    of: ({ sittingsUnderWay }) => one(sittingsUnderWay),
  },
  benchside_studies_open: { help: "Studies that are open", of: ({ openStudies }) => one(openStudies) },
  benchside_processes: {
    help: "Processes on all machines that wrote a sign of life in the last half minute",
    labels: ["kind"],
    of: ({ processes }) =>
      (["web", "worker"] as const).map((kind) => {
        const heard = processes.filter((process) => process.kind === kind && isHeard(process));
        return [{ kind }, heard.length] as const;
      }),
  },
  benchside_disk_free_bytes: {
    help: "What is free where the data folder is",
    of: ({ disk }) => (disk ? one(disk.freeBytes) : []),
  },
  benchside_disk_size_bytes: {
    help: "The size of that disk",
    of: ({ disk }) => (disk ? one(disk.totalBytes) : []),
  },
  benchside_last_backup_timestamp_seconds: {
    help: "When the last backup was made by the product’s own command; absent where none was",
    of: ({ lastBackupAt }) => (lastBackupAt ? one(lastBackupAt.getTime() / 1000) : []),
  },
};

const patienceMs = 1500;

/** Null where the database doesn’t answer: what a process counts of itself is told all the same. */
async function inTime<T>(asked: Promise<T>): Promise<T | null> {
  const late = new AbortController();
  const none = delay(patienceMs, null, { signal: late.signal }).catch(() => null);
  return Promise.race([asked.catch(() => null), none]).finally(() => late.abort());
}

/** What the database and the disk say, the same whichever process is asked. */
async function collectShared(): Promise<ProcessMetrics["shared"]> {
  const registry = new Registry();
  const registers = [registry];
  const [facts, isReady] = await Promise.all([
    inTime(readInstance()),
    inTime(checkHealth().then(({ status }) => status === "ok")),
  ]);
  const told = [
    ["benchside_database_up", "1 where the database answers", facts !== null],
    ["benchside_ready", "1 where the product is ready to serve, as /api/health/ready says", isReady === true],
  ] as const;
  for (const [name, help, isTrue] of told) new Gauge({ name, help, registers }).set(isTrue ? 1 : 0);
  for (const [name, { help, labels = [], of }] of Object.entries(measures)) {
    const gauge = new Gauge({ name, help, labelNames: [...labels], registers });
    // Without labels a gauge is 0 until it is told otherwise, which nobody said.
    if (labels.length === 0) gauge.remove();
    for (const [named, value] of facts ? of(facts) : []) gauge.set(named, value);
  }
  return registry.getMetricsAsJSON();
}
