import "server-only";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { db } from "#lib/db.ts";
import product from "#package.json" with { type: "json" };

export type Health = {
  status: "ok" | "failing";
  database: "ok" | "unreachable";
  version: string;
  migrations: { applied: number; pending: string[] } | null;
};

/** Open to anybody, monitors above all: names no person and no address. */
export async function checkHealth(): Promise<Health> {
  const version = product.version;
  const applied = await listApplied();
  if (!applied) return { status: "failing", database: "unreachable", version, migrations: null };
  const pending = (await listKnown()).filter((name) => !applied.includes(name));
  const status = pending.length === 0 ? "ok" : "failing";
  return { status, database: "ok", version, migrations: { applied: applied.length, pending } };
}

async function listApplied(): Promise<string[] | null> {
  try {
    // In SQL: Prisma has no model of its own list.
    const rows = await db.$queryRaw<{ migration_name: string }[]>`
      SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;
    return rows.map((row) => row.migration_name);
  } catch {
    return null; // This question is asked to learn whether the database answers: silence is the answer.
  }
}

async function listKnown(): Promise<string[]> {
  const entries = await readdir(path.join(process.cwd(), "prisma", "migrations"), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}
