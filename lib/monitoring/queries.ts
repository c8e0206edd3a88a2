import "server-only";
import { statfs } from "node:fs/promises";
import type { Viewer } from "#lib/auth/viewer.ts";
import { durabilitySettings } from "#lib/environment.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import type { InstanceFacts, ProcessFacts } from "#lib/monitoring/schema.ts";
import { processSingleton } from "#lib/process-singleton.ts";

const freshMs = 5000;

type CachedFacts = { until: number; facts: Promise<InstanceFacts> | null };
const kept = processSingleton("instance facts", (): CachedFacts => ({ until: 0, facts: null }));

/** Asked at most every five seconds, and never twice at once, however many scrapers and pages there are. Names nobody. */
export function readInstance(): Promise<InstanceFacts> {
  if (kept.facts && performance.now() < kept.until) return kept.facts;
  const facts = askInstance();
  Object.assign(kept, { facts, until: Infinity });
  facts.then(
    () => (kept.until = performance.now() + freshMs),
    () => (kept.facts = null),
  );
  return facts;
}

export const getSystem = (_admin: Viewer<"admin">): Promise<InstanceFacts> => readInstance();

async function askInstance(): Promise<InstanceFacts> {
  const [counted, queues, processes, disk] = await Promise.all([
    countAll(),
    countQueues(),
    listProcesses(),
    readDisk(),
  ]);
  return { ...counted, queues, processes, disk };
}

type CountedFacts = Omit<InstanceFacts, "queues" | "processes" | "disk">;

/** In SQL: one statement, no part of which grows with the number of answers. */
async function countAll(): Promise<CountedFacts> {
  const [row] = await db.$queryRaw<
    (CountedFacts["database"] & CountedFacts["jobs"] & Omit<CountedFacts, "database" | "jobs">)[]
  >`
    SELECT current_setting('server_version') AS version,
      pg_database_size(current_database())::float8 AS bytes,
      (SELECT sum(numbackends)::int FROM pg_stat_database) AS connections,
      current_setting('max_connections')::int AS "connectionLimit",
      (SELECT jsonb_object_agg(name, setting) FROM pg_settings WHERE name = ANY(${durabilitySettings})) AS settings,
      (SELECT count(*)::int FROM jobs WHERE state = 'queued') AS waiting,
      (SELECT count(*)::int FROM jobs WHERE state = 'running') AS running,
      (SELECT count(*)::int FROM jobs WHERE state = 'failed' AND finished_at > now() - interval '1 day') AS "failedLastDay",
      (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 FROM jobs WHERE state = 'queued') AS "secondsWaiting",
      (SELECT count(*)::int FROM sittings s JOIN studies y ON y.id = s.study_id
        WHERE y.state = 'open' AND s.state = 'started') AS "sittingsUnderWay",
      (SELECT count(*)::int FROM studies WHERE state = 'open') AS "openStudies",
      (SELECT max(at) FROM audit_events WHERE subject_type = 'backup' AND action = 'backup.created') AS "lastBackupAt"`;
  if (!row) throw new Error("the database said nothing about itself");
  const { version, bytes, connections, connectionLimit, settings, ...rest } = row;
  const { waiting, running, failedLastDay, secondsWaiting, ...counts } = rest;
  return {
    ...counts,
    database: { version: version.split(" ")[0] ?? version, bytes, connections, connectionLimit, settings },
    jobs: { waiting, running, failedLastDay, secondsWaiting },
  };
}

/** In SQL: the queue's own tables, which Prisma doesn't know. */
const countQueues = () =>
  db.$queryRaw<InstanceFacts["queues"]>`
    SELECT q.name, count(*) FILTER (WHERE j.state IN ('created', 'retry') AND j.start_after <= now())::int AS waiting,
      count(*) FILTER (WHERE j.state = 'active')::int AS active,
      count(*) FILTER (WHERE j.state = 'failed')::int AS failed
    FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name
    WHERE q.name NOT LIKE '\\_\\_%' GROUP BY q.name ORDER BY q.name`;

/** Those that were there in the last ten minutes. In SQL: by the database's clock, with which they were written. */
const listProcesses = () =>
  db.$queryRaw<ProcessFacts[]>`
    SELECT kind, machine, version, node, started_at AS "startedAt", memory_bytes::float8 AS "memoryBytes", lag_ms AS "lagMs",
      extract(epoch FROM now() - seen_at)::float8 AS "secondsSinceSeen"
    FROM processes WHERE seen_at > now() - interval '10 minutes' ORDER BY kind, machine, started_at, id`;

async function readDisk(): Promise<InstanceFacts["disk"]> {
  try {
    const { bavail, blocks, bsize } = await statfs(env.dataDir);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null; // Some systems and network folders don't say, and the page says so.
  }
}
