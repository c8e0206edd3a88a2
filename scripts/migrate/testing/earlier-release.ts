import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { beforeAll, expect, inject } from "vitest";
import { db } from "#lib/db.ts";
import { viewerOf, type Sitter } from "#lib/testing/trial-study.ts";
import { listMigrations, migrationsFolder } from "#scripts/migrate/history.ts";
import { migrate } from "#scripts/migrate/migrate.ts";
import {
  unpackOutputs,
  withoutConclusions,
  withoutNewTimes,
  type Outputs,
} from "#scripts/migrate/testing/outputs.ts";
import { projectRoot } from "#scripts/project.ts";

const keptOf = (lastMigration: string) => path.join(projectRoot, "scripts/migrate/testing", lastMigration);
const dataOf = (lastMigration: string) => readFileSync(path.join(keptOf(lastMigration), "data.sql"), "utf8");

/** Fills an empty database with what an earlier release, named by its last migration, left. */
export async function fillAsEarlierRelease(ownerUrl: string, lastMigration: string): Promise<void> {
  await migrateUpTo(lastMigration, ownerUrl);
  // What refuses or counts while the product works did so when the data came to be.
  await run(ownerUrl, allTriggers("DISABLE"), dataOf(lastMigration), allTriggers("ENABLE"));
}

/**
 * The file's own database becomes one that an earlier release, named by its last migration, left; then it is brought
 * up to date. Kept of it are its data, as statements, and what it made of them itself.
 */
export function useEarlierRelease(lastMigration: string) {
  const data = dataOf(lastMigration);
  beforeAll(async () => {
    const ownerUrl = process.env.DATABASE_OWNER_URL ?? "";
    const appRole = new URL(process.env.DATABASE_URL ?? "").username;
    await emptySchema(ownerUrl);
    await fillAsEarlierRelease(ownerUrl, lastMigration);
    await migrate(ownerUrl, { appRole });
  });
  const outputs = unpackOutputs(readFileSync(path.join(keptOf(lastMigration), "outputs.json.gz")));

  return {
    /** What it said under this name, to the byte; of results and reports what doesn't depend on the rules of inference. */
    expectSame(under: string, found: Outputs): void {
      const said = Object.entries(outputs).filter(([name]) => name.startsWith(`${under}/`));
      expect(said.length).toBeGreaterThan(0);
      expect(withoutConclusions(withoutNewTimes(data, found))).toEqual(
        withoutConclusions(Object.fromEntries(said)),
      );
    },
  };
}

/** Somebody it left in the middle of a study. */
export async function findSitter(slug: string, number: number): Promise<Sitter> {
  const { id, user } = await db.sitting.findFirstOrThrow({
    where: { study: { slug }, number },
    select: { id: true, user: { select: { handle: true } } },
  });
  return { sittingId: id, handle: user.handle, viewer: await viewerOf(user.handle) };
}

async function emptySchema(ownerUrl: string): Promise<void> {
  const { pathname, username } = new URL(ownerUrl);
  const url = new URL(inject("adminUrl"));
  url.pathname = pathname;
  const owner = pg.escapeIdentifier(username);
  await run(url.href, `DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION ${owner}`);
}

async function migrateUpTo(last: string, ownerUrl: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "benchside-migrations-"));
  try {
    for (const { name } of listMigrations())
      if (name <= last)
        cpSync(path.join(migrationsFolder, name), path.join(folder, name), { recursive: true });
    await migrate(ownerUrl, { folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const allTriggers = (what: "DISABLE" | "ENABLE") => `
  DO $$ DECLARE named regclass; BEGIN
    FOR named IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
      EXECUTE format('ALTER TABLE %s ${what} TRIGGER USER', named);
    END LOOP;
  END $$`;

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
