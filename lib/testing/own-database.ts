import { randomInt, randomUUID } from "node:crypto";
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

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

// One for all files of a thread: the last one's ends with the thread.
const kept = globalThis as { testAdmin?: pg.Client };
const admin = (kept.testAdmin ??= await connected(inject("adminUrl")));

// To log every page of the template, which is the default, costs half as much again as to copy its files.
await admin.query(`CREATE DATABASE ${name} TEMPLATE ${inject("template")} STRATEGY FILE_COPY`);

// What tidying removes there must be nobody's.
const dataDir = mkdtempSync(path.join(tmpdir(), "benchside-data-"));
Object.assign(process.env, {
  DATABASE_URL: onOwnDatabase(inject("appUrl")),
  DATABASE_OWNER_URL: onOwnDatabase(inject("ownerUrl")),
  AUTH_SECRET: "a secret that is long enough for tests only",
  ENDPOINT_KEYS_KEY: Buffer.alloc(32, "a key for tests only").toString("base64"),
  CARD_SIGNING_KEY: Buffer.alloc(32, "another key for tests").toString("base64"),
  LOG_LEVEL: "silent",
  DATABASE_ACCEPTED_RISKS: "fsync,full_page_writes,synchronous_commit",
  DATA_DIR: dataDir,
});

// The files of a thread share what they import: each sets anew what the product knows of its surroundings.
const { env } = await import("#lib/env.ts");
const { readEnv } = await import("#lib/environment.ts");
Object.assign(env, readEnv(process.env));
// Disconnecting leaves a pool that was never asked anything, with the address of a database that is gone.
delete (globalThis as { benchsideDb?: unknown }).benchsideDb;

// A process remembers sums by a benchmark's number, as it serves one database: no other file's has the same ones.
const first = randomInt(1, 1_000_000_000);
const owner = await connected(onOwnDatabase(inject("ownerUrl")));
await owner.query(`ALTER SEQUENCE benchmarks_id_seq RESTART ${first}`);
await owner.end();

afterAll(async () => {
  const { db } = await import("#lib/db.ts");
  await db.$disconnect();
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  rmSync(dataDir, { recursive: true, force: true });
});
