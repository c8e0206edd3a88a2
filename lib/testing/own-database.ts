import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, inject } from "vitest";

const name = `test_${randomUUID().replaceAll("-", "")}`;

function onOwnDatabase(url: string): string {
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

const admin = new pg.Client({ connectionString: inject("adminUrl") });
await admin.connect();
await admin.query(`CREATE DATABASE ${name} TEMPLATE ${inject("template")}`);

// Set before the test file imports anything of ours: lib/env.ts reads it once.
process.env.DATABASE_URL = onOwnDatabase(inject("appUrl"));
process.env.DATABASE_OWNER_URL = onOwnDatabase(inject("ownerUrl"));
process.env.AUTH_SECRET = "a secret that is long enough for tests only";
process.env.LOG_LEVEL = "silent";
// What tidying removes there must be nobody's.
const dataDir = mkdtempSync(path.join(tmpdir(), "benchside-data-"));
process.env.DATA_DIR = dataDir;

afterAll(async () => {
  const { db } = await import("#lib/db.ts");
  await db.$disconnect();
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
  rmSync(dataDir, { recursive: true, force: true });
});
