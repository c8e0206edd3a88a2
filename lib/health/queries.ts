import "server-only";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { durabilitySettings, type DurabilitySetting } from "#lib/environment.ts";
import { outageOf } from "#lib/database/outage.ts";
import { db, type Transaction } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import product from "#package.json" with { type: "json" };

/** What keeps the product from storing answers, by name. */
export const problems = [
  "unreachable",
  "too_many_connections",
  "shutting_down",
  "read_only",
  "disk_full",
  "out_of_memory",
  "not_allowed",
  "durability_off",
  "migrations_pending",
] as const;
export type Problem = (typeof problems)[number];

export type Health = {
  status: "ok" | "failing";
  problems: Problem[];
  database: "ok" | "unreachable";
  version: string;
  migrations: { applied: number; pending: string[] } | null;
};

const goodForMs = 3000;
const badForMs = 500;
const patienceMs = 6000;

type Answer = { asked: Promise<Health>; until: number };
const last = processSingleton("health", () => ({ answer: null as Answer | null }));

/**
 * Open to anybody, monitors above all: names no person and no address. However many ask, a process tries it out every few
 * seconds at most.
 */
export function checkHealth(): Promise<Health> {
  if (last.answer && performance.now() < last.answer.until) return last.answer.asked;
  const answer: Answer = { asked: examineHealth(), until: Infinity };
  last.answer = answer;
  const hold = (ms: number) => (answer.until = performance.now() + ms);
  void answer.asked.then(
    ({ status }) => hold(status === "ok" ? goodForMs : badForMs),
    () => hold(0),
  );
  return answer.asked;
}

/** Whether answers can be stored here now: for whoever sends people here or elsewhere. */
export async function answerHealth(): Promise<Response> {
  const health = await checkHealth();
  return Response.json(health, {
    status: health.status === "ok" ? 200 : 503,
    headers: { "cache-control": "no-store" },
  });
}

/** The same, now. */
export async function examineHealth(): Promise<Health> {
  const { version } = product;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("timeout expired")), patienceMs);
  });
  try {
    const { applied, found } = await Promise.race([proveWrite(), tooLong]);
    const pending = (await listKnown()).filter((name) => !applied.includes(name));
    const problems: Problem[] = pending.length > 0 ? [...found, "migrations_pending"] : found;
    const status = problems.length === 0 ? "ok" : "failing";
    return { status, problems, database: "ok", version, migrations: { applied: applied.length, pending } };
  } catch (error) {
    const outage = outageOf(error);
    if (!outage) log.error({ err: error }, "health");
    const problem = outage ?? "unreachable";
    // Full or not to be written to, it answers all the same.
    const database = ["read_only", "disk_full", "out_of_memory"].includes(problem) ? "ok" : "unreachable";
    return { status: "failing", problems: [problem], database, version, migrations: null };
  } finally {
    clearTimeout(timer);
  }
}

type Proof = { applied: string[]; found: Problem[] };
type State = { isReadOnly: boolean; mayAnswer: boolean; off: DurabilitySetting[]; applied: string[] };

/**
 * Writes as an answer is written: into the log of the database, with a commit that waits for the disk, and into files of its
 * own, which a full disk refuses. Nothing stays of it. In SQL: it is about the database itself, and Prisma's list of
 * migrations is no model of its.
 */
async function proveWrite(): Promise<Proof> {
  const write = async (tx: Transaction): Promise<Proof> => {
    const [state] = await tx.$queryRaw<State[]>`
      SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly",
        has_table_privilege('answers', 'INSERT, UPDATE') AS "mayAnswer",
        ARRAY(SELECT name FROM pg_settings WHERE setting = 'off'
          AND name = ANY(${durabilitySettings})) AS off,
        ARRAY(SELECT migration_name FROM _prisma_migrations
          WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL) AS applied`;
    if (!state) throw new Error("the database said nothing about itself");
    const { applied, isReadOnly, mayAnswer } = state;
    if (isReadOnly) return { applied, found: ["read_only"] };
    await tx.$executeRaw`SET LOCAL synchronous_commit = on`;
    await tx.$executeRaw`SELECT pg_logical_emit_message(true, 'benchside', 'ready')`;
    // More rows than so little memory holds go to the disk.
    await tx.$executeRaw`SET LOCAL work_mem = '64kB'`;
    await tx.$executeRaw`SELECT count(*) FROM generate_series(1, 20000)`;
    const isLossy = state.off.some((name) => !env.acceptedRisks.includes(name));
    return {
      applied,
      found: [
        ...(mayAnswer ? [] : ["not_allowed" as const]),
        ...(isLossy ? ["durability_off" as const] : []),
      ],
    };
  };
  return db.$transaction(write, { timeout: 2 * patienceMs });
}

async function listKnown(): Promise<string[]> {
  const entries = await readdir(path.join(process.cwd(), "prisma", "migrations"), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}
