import { readdirSync } from "node:fs";
import pg from "pg";
import { afterAll, describe, expect, inject, test } from "vitest";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { checkHealth, examineHealth } from "#lib/health/queries.ts";
import type { Health } from "#lib/health/queries.ts";
import product from "#package.json" with { type: "json" };

const migrations = readdirSync("prisma/migrations", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();
const database = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
const role = new URL(process.env.DATABASE_URL ?? "").username;
const admin = new pg.Client({ connectionString: inject("adminUrl") });
await admin.connect();
afterAll(() => admin.end());

/** By a connection of its own: tests cut those of this database. */
async function asOwner<T extends pg.QueryResultRow>(sql: string, values: unknown[]): Promise<T[]> {
  const owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
  try {
    return (await owner.query<T>(sql, values)).rows;
  } finally {
    await owner.end();
  }
}

const healthy: Health = {
  status: "ok",
  problems: [],
  database: "ok",
  version: product.version,
  migrations: { applied: migrations.length, pending: [] },
};
/** Those that were thrown out say so to whoever asks first. */
const expectHealth = (said: Partial<Health>) => expect.poll(examineHealth).toEqual({ ...healthy, ...said });
const endOthers = () =>
  admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [database]);

describe("health", () => {
  test("is ok when the database takes what is written and has every migration; whoever asks meanwhile gets the same answer", async () => {
    await expectHealth({});
    const asked = [checkHealth(), checkHealth()];
    expect(await asked[0]).toEqual(healthy);
    expect(asked[1]).toBe(asked[0]);
    // What was written to the disk is counted a moment later.
    const countSpilled = () => db.$queryRaw<{ many: boolean }[]>`
      SELECT temp_bytes > 100000 AS many FROM pg_stat_database WHERE datname = current_database()`;
    await expect.poll(countSpilled).toEqual([{ many: true }]);
  });

  test.each(["finished_at = NULL", "rolled_back_at = now()"])(
    "fails and names the migration that is pending, with %s",
    async (half) => {
      const [last = ""] = migrations.slice(-1);
      const [broken] = await asOwner<{ id: string }>(
        `UPDATE _prisma_migrations SET ${half} WHERE migration_name = $1 RETURNING id`,
        [last],
      );
      const pending = { applied: migrations.length - 1, pending: [last] };
      await expectHealth({ status: "failing", problems: ["migrations_pending"], migrations: pending });
      await asOwner(
        "UPDATE _prisma_migrations SET finished_at = now(), rolled_back_at = NULL WHERE id = $1",
        [broken?.id],
      );
      await expectHealth({});
    },
  );

  test("fails where the database takes nothing, from anybody or from this role", async () => {
    await admin.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    await endOthers();
    await expectHealth({ status: "failing", problems: ["read_only"] });
    await admin.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`);
    await endOthers();
    await expectHealth({});
  });

  test("fails where a commit doesn't wait for the disk, unless that was accepted", async () => {
    const accepted = env.acceptedRisks;
    env.acceptedRisks = ["fsync", "full_page_writes"];
    await admin.query(`ALTER ROLE ${role} IN DATABASE ${database} SET synchronous_commit = off`);
    await endOthers();
    await expectHealth({ status: "failing", problems: ["durability_off"] });
    env.acceptedRisks = accepted;
    await expectHealth({});
  });
});

test("without its database the product says so, and works again by itself when it is back", async () => {
  await expectHealth({});
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  await endOthers();
  const away = { status: "failing", database: "unreachable", migrations: null } as const;
  await expect.poll(async () => (await examineHealth()).database).toBe("unreachable");
  expect(await examineHealth()).toMatchObject(away);
  await expect(db.user.count()).rejects.toThrow();
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  await expectHealth({});
});

test("where no connection is left, that is what it says", async () => {
  await admin.query(`ALTER DATABASE ${database} CONNECTION LIMIT 0`);
  await endOthers();
  await expectHealth({
    status: "failing",
    problems: ["too_many_connections"],
    database: "unreachable",
    migrations: null,
  });
  await admin.query(`ALTER DATABASE ${database} CONNECTION LIMIT -1`);
  await expectHealth({});
});
