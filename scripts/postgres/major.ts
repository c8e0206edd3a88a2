import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { postgresMajor } from "#scripts/postgres/binaries.ts";
import { findPostmaster } from "#scripts/postgres/postmaster.ts";

const data = (dir: string) => path.join(dir, "data");

/** Which PostgreSQL made the data in this folder; null where there are none. */
export function majorOf(dir: string): string | null {
  const file = path.join(data(dir), "PG_VERSION");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}

/** A major version cannot read another one's files: the way from one to the next is a backup. */
export function requireSameMajor(dir: string): void {
  const made = majorOf(dir);
  if (made === postgresMajor) return;
  throw new Error(
    `${data(dir)} was made by PostgreSQL ${made}. This version of Benchside brings PostgreSQL ${postgresMajor}, which can’t read it. Nothing was changed.
To take everything along:
  1. Go back to the version that you came from (git checkout), and make a backup there:
     npm run benchside -- backup create before-postgresql-${postgresMajor}.backup.tar
  2. Come back to this version, and restore it here:
     npm run benchside -- backup restore before-postgresql-${postgresMajor}.backup.tar
The restore keeps the old folder beside the new one.`,
  );
}

/**
 * Makes room for a cluster of this version while the work goes on. The old folder stays beside it, under a name that says
 * which PostgreSQL it needs; if the work fails it is where it was.
 */
export async function besideOtherMajor<T>(dir: string, work: (kept: string) => Promise<T>): Promise<T> {
  const other = majorOf(dir);
  if (findPostmaster(data(dir))) throw new Error(`PostgreSQL ${other} runs on ${data(dir)}: stop it first`);
  const kept = `${dir}-${other}-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}`;
  renameSync(dir, kept);
  try {
    return await work(kept);
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    renameSync(kept, dir);
    throw error;
  }
}
