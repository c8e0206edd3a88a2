import "server-only";
import { randomBytes } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { env } from "#lib/env.ts";
import { PrismaClient } from "#lib/generated/prisma/client.ts";

export type Db = PrismaClient;
export type Transaction = Parameters<Parameters<Db["$transaction"]>[0]>[0];

type Connected = { pool: pg.Pool; client: Db };

const clientOf = (pool: pg.Pool): Db =>
  new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) });

function openPool(connectionString: string): Connected {
  const pool = new pg.Pool({ connectionString, max: env.databasePool, connectionTimeoutMillis: 5000 });
  // A connection that breaks while nobody uses it is replaced; unheard, it would end the process.
  pool.on("error", () => {});
  return { pool, client: clientOf(pool) };
}

export const connect = (connectionString: string): Db => openPool(connectionString).client;

// One pool a process; kept on globalThis so that a hot reload in development doesn't open another.
const shared = globalThis as { benchsideDb?: Connected };

function open(): Connected {
  if (shared.benchsideDb?.pool.ending) delete shared.benchsideDb;
  if (shared.benchsideDb) return shared.benchsideDb;
  if (!env.databaseUrl) throw new Error("DATABASE_URL is not set: start with `npm start`, or set it");
  return (shared.benchsideDb = openPool(env.databaseUrl));
}

/** Opens on first use, so that importing a module (as the build does) needs no database. */
export const db: Db = new Proxy({} as Db, {
  get(_, property) {
    const { client } = open();
    const value: unknown = Reflect.get(client, property, client);
    return typeof value === "function" ? value.bind(client) : value;
  },
});

/** For a command: what it reads comes over these connections while it runs, such as those of one snapshot. They are closed at its end. */
export async function readThrough<T>(pool: pg.Pool, run: () => Promise<T>): Promise<T> {
  const before = shared.benchsideDb;
  const through = { pool, client: clientOf(pool) };
  shared.benchsideDb = through;
  try {
    return await run();
  } finally {
    await through.client.$disconnect();
    if (before) shared.benchsideDb = before;
    else delete shared.benchsideDb;
  }
}

/** Whoever asks for the same waits until the transaction has ended. In SQL: Prisma has no locks. */
export const takeLock = (tx: Pick<Transaction, "$executeRaw">, what: string, of?: string) =>
  of === undefined
    ? tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${what}))`
    : tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${what}), hashtext(${of}))`;

/** As Prisma makes them, for rows that are written in SQL: a UUID of version 7, whose beginning is the time. */
export function newId(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/**
 * One statement in one exchange, prepared once a connection under its name: for the few that two hundred people
 * wait for every second. Everything else goes through `db`; where that is SQL, a line says what Prisma can't.
 */
export async function ask<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return (await open().pool.query<Row>({ name, text, values: [...values] })).rows;
}
