import { readdirSync } from "node:fs";
import pg from "pg";
import { afterAll, describe, expect, inject, test } from "vitest";
import { db } from "#lib/db.ts";
import { checkHealth } from "#lib/health/queries.ts";
import product from "#package.json" with { type: "json" };

const migrations = readdirSync("prisma/migrations", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();
const database = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
const owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
const admin = new pg.Client({ connectionString: inject("adminUrl") });
// The test below cuts this connection too.
owner.on("error", () => {});
await owner.connect();
await admin.connect();
afterAll(async () => {
  await owner.end();
  await admin.end();
});

const healthy = {
  status: "ok",
  database: "ok",
  version: product.version,
  migrations: { applied: migrations.length, pending: [] },
};

describe("health", () => {
  test("is ok when the database answers and has every migration", async () => {
    expect(await checkHealth()).toEqual(healthy);
  });

  test.each(["finished_at = NULL", "rolled_back_at = now()"])(
    "fails and names the migration that is pending, with %s",
    async (half) => {
      const [last = ""] = migrations.slice(-1);
      const { rows } = await owner.query<{ id: string }>(
        `UPDATE _prisma_migrations SET ${half} WHERE migration_name = $1 RETURNING id`,
        [last],
      );
      const pending = { applied: migrations.length - 1, pending: [last] };
      expect(await checkHealth()).toEqual({ ...healthy, status: "failing", migrations: pending });
      await owner.query(
        "UPDATE _prisma_migrations SET finished_at = now(), rolled_back_at = NULL WHERE id = $1",
        [rows[0]?.id],
      );
      expect(await checkHealth()).toEqual(healthy);
    },
  );
});

test("without its database the product says so, and works again by itself when it is back", async () => {
  expect(await checkHealth()).toEqual(healthy);
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
  await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [database]);
  const unreachable = {
    status: "failing",
    database: "unreachable",
    version: product.version,
    migrations: null,
  };
  expect(await checkHealth()).toEqual(unreachable);
  await expect(db.user.count()).rejects.toThrow();
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  expect(await checkHealth()).toEqual(healthy);
});
