import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { appendOnlyTables, migrate, migrationStatus } from "#scripts/migrate/migrate.ts";
import { diffSchema } from "#scripts/migrate/schema-diff.ts";
import { temporaryFolder } from "#scripts/testing/folders.ts";

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
}

async function emptyDatabase(): Promise<string> {
  const name = `migrate_${randomUUID().replaceAll("-", "")}`;
  await ask(inject("adminUrl"), `CREATE DATABASE ${name}`);
  onTestFinished(async () => void (await ask(inject("adminUrl"), `DROP DATABASE ${name} WITH (FORCE)`)));
  const url = new URL(inject("adminUrl"));
  url.pathname = name;
  return url.href;
}

function migrationsOf(steps: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, sql] of Object.entries(steps)) write(folder, name, sql);
  return folder;
}

function write(folder: string, name: string, sql: string): void {
  mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, name, "migration.sql"), sql);
}

const notes = "CREATE TABLE notes (id int PRIMARY KEY);";

test("the product's own migrations lead an empty database to the end, and then there is nothing to do", async () => {
  const url = await emptyDatabase();
  const { applied } = await migrate(url);
  expect(applied.length).toBeGreaterThan(0);
  expect(await migrationStatus(url)).toEqual({ applied, pending: [], failed: null });
  expect(await migrate(url)).toEqual({ applied: [] });
});

test("of four that migrate at once, each migration is applied by one", async () => {
  const url = await emptyDatabase();
  const folder = migrationsOf({ "1_notes": notes, "2_index": "CREATE INDEX ON notes (id);" });
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => migrate(url, { folder })));
  expect(outcomes.flatMap(({ applied }) => applied).sort()).toEqual(["1_notes", "2_index"]);
  expect(await ask(url, "SELECT count(*)::int AS n FROM _prisma_migrations")).toEqual([{ n: 2 }]);
});

test("data that is there stays, and the history reads as Prisma writes it", async () => {
  const url = await emptyDatabase();
  const folder = migrationsOf({ "1_notes": notes });
  await migrate(url, { folder });
  await ask(url, "INSERT INTO notes VALUES (1), (2)");
  const sql = "ALTER TABLE notes ADD COLUMN text text NOT NULL DEFAULT '–';";
  write(folder, "2_text", sql);
  expect((await migrate(url, { folder })).applied).toEqual(["2_text"]);
  expect(await ask(url, "SELECT * FROM notes ORDER BY id")).toEqual([
    { id: 1, text: "–" },
    { id: 2, text: "–" },
  ]);
  const history = await ask(
    url,
    `SELECT migration_name, checksum, logs, rolled_back_at, applied_steps_count, finished_at >= started_at AS done
     FROM _prisma_migrations WHERE migration_name = '2_text'`,
  );
  const checksum = createHash("sha256").update(sql).digest("hex");
  const rest = { logs: null, rolled_back_at: null, applied_steps_count: 1, done: true };
  expect(history).toEqual([{ migration_name: "2_text", checksum, ...rest }]);
});

test("a migration edited after it was applied is refused", async () => {
  const url = await emptyDatabase();
  const folder = migrationsOf({ "1_notes": notes });
  await migrate(url, { folder });
  write(folder, "1_notes", `${notes} -- changed`);
  await expect(migrate(url, { folder })).rejects.toThrow("1_notes was edited after it was applied");
});

test("a migration that the code lacks is refused: the database belongs to a newer version", async () => {
  const url = await emptyDatabase();
  const folder = migrationsOf({ "1_notes": notes, "2_index": "CREATE INDEX ON notes (id);" });
  await migrate(url, { folder });
  rmSync(path.join(folder, "2_index"), { recursive: true });
  await expect(migrate(url, { folder })).rejects.toThrow("the database has migration 2_index");
});

test("a migration that fails leaves nothing, and runs again once it is mended", async () => {
  const url = await emptyDatabase();
  const folder = migrationsOf({ "1_notes": `${notes} INSERT INTO nowhere VALUES (1);` });
  await expect(migrate(url, { folder })).rejects.toThrow(/1_notes failed: .*nowhere/);
  expect(await ask(url, "SELECT to_regclass('notes') AS notes")).toEqual([{ notes: null }]);
  expect(await migrationStatus(url, folder)).toEqual({ applied: [], pending: ["1_notes"], failed: null });
  write(folder, "1_notes", notes);
  expect((await migrate(url, { folder })).applied).toEqual(["1_notes"]);
});

test("one that fails outside a transaction may stand half, and stops what comes after it", async () => {
  const url = await emptyDatabase();
  const folder = migrationsOf({
    "1_notes": notes,
    "2_index": "-- no-transaction\nCREATE INDEX CONCURRENTLY wrong ON notes (nowhere);",
  });
  await expect(migrate(url, { folder })).rejects.toThrow("2_index failed");
  expect(await migrationStatus(url, folder)).toMatchObject({ applied: ["1_notes"], failed: "2_index" });
  await expect(migrate(url, { folder })).rejects.toThrow("2_index failed earlier");
});

test("the application may add to what happened, but neither rewrite it nor change tables", async () => {
  const appUrl = process.env.DATABASE_URL ?? "";
  const existing = await ask(
    appUrl,
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename = ANY('{${appendOnlyTables.join()}}')`,
  );
  expect(existing.map(({ tablename }) => tablename).sort()).toEqual([...appendOnlyTables].sort());
  for (const table of appendOnlyTables) {
    expect(await ask(appUrl, `SELECT has_table_privilege('${table}', 'INSERT') AS may`)).toEqual([
      { may: true },
    ]);
    for (const statement of [`DELETE FROM ${table}`, `TRUNCATE ${table}`]) {
      await expect(ask(appUrl, statement)).rejects.toThrow("permission denied");
    }
    expect(await ask(appUrl, `SELECT has_any_column_privilege('${table}', 'UPDATE') AS may`)).toEqual([
      { may: false },
    ]);
  }
  await expect(ask(appUrl, "DELETE FROM _prisma_migrations")).rejects.toThrow("permission denied");
  await expect(ask(appUrl, "CREATE TABLE mine (id int)")).rejects.toThrow("permission denied");
});

test("what is a superuser's in the same database, an extension and a table, is left alone, and ours is granted all the same", async () => {
  const [owner, app] = ["owner", "app"].map((name) => `${name}_${randomUUID().slice(0, 8)}`);
  onTestFinished(() => ask(inject("adminUrl"), `DROP ROLE ${owner}, ${app}`).then(() => undefined));
  const admin = await emptyDatabase();
  await ask(admin, `CREATE ROLE ${owner} LOGIN PASSWORD 'own'; CREATE ROLE ${app} LOGIN PASSWORD 'own'`);
  await ask(admin, `ALTER DATABASE ${new URL(admin).pathname.slice(1)} OWNER TO ${owner}`);
  await ask(admin, "CREATE EXTENSION pg_stat_statements; CREATE TABLE of_the_superuser (id int)");
  const [ownerUrl, appUrl] = [owner, app].map((name) =>
    Object.assign(new URL(admin), { username: name, password: "own" }),
  );
  const folder = migrationsOf({ "1_notes": 'CREATE TABLE notes (id serial); CREATE TABLE "Odd Name" ()' });
  await migrate(ownerUrl?.href ?? "", { folder, appRole: app });
  await ask(appUrl?.href ?? "", 'INSERT INTO notes DEFAULT VALUES; SELECT FROM "Odd Name"');
  await expect(ask(appUrl?.href ?? "", "SELECT FROM of_the_superuser")).rejects.toThrow("permission denied");
});

test("a role that the database doesn't know is named", async () => {
  const url = await emptyDatabase();
  await expect(migrate(url, { appRole: "nobody_here" })).rejects.toThrow('no role "nobody_here"');
});

test("a role that may not create tables is told what to set", async () => {
  await expect(migrate(process.env.DATABASE_URL ?? "")).rejects.toThrow("set DATABASE_OWNER_URL");
});

describe("the schema", () => {
  test("the migrations lead exactly to schema.prisma", async () => {
    expect(await diffSchema(inject("adminUrl"))).toBe("");
  });
});
