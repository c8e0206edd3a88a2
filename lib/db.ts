import "server-only";
import { randomBytes } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { requireAddress, openPool } from "#lib/database/connection.ts";
import { rethrow } from "#lib/database/outage.ts";
import { env } from "#lib/env.ts";
import { PrismaClient, type Prisma } from "#lib/generated/prisma/client.ts";

export type Db = PrismaClient;
export type Transaction = Parameters<Parameters<Db["$transaction"]>[0]>[0];

type Operation = { args: unknown; query: (args: unknown) => Promise<unknown> };
type DatabaseHandle = { pool: pg.Pool; client: Db };

// A place in the pool is waited for as long as the pool itself waits: its word says more than "too late". What takes a
// blink takes seconds on a machine that has too much to do.
const transactionOptions = { maxWait: 6000, timeout: 15_000 };

function clientOf(pool: pg.Pool): Db {
  const adapter = new PrismaPg(pool, { disposeExternalPool: true });
  const client = new PrismaClient({ adapter, transactionOptions });
  const noting = { $allOperations: ({ args, query }: Operation) => query(args).catch(rethrow) };
  // Its type is another where models are added; none are.
  return client.$extends({ query: noting }) as unknown as Db;
}

function open(connectionString: string): DatabaseHandle {
  const pool = openPool(connectionString, { max: env.databasePool, name: "app" });
  return { pool, client: clientOf(pool) };
}

export const connect = (connectionString: string): Db => open(connectionString).client;

// One pool a process; kept on globalThis so that a hot reload in development doesn't open another.
const shared = globalThis as { benchsideDb?: DatabaseHandle };

function current(): DatabaseHandle {
  if (shared.benchsideDb?.pool.ending) delete shared.benchsideDb;
  if (shared.benchsideDb) return shared.benchsideDb;
  return (shared.benchsideDb = open(requireAddress(env.databaseUrl)));
}

/** How many connections this process has, uses and waits for; none before it asked anything. */
export function readPool(): { total: number; idle: number; waiting: number; limit: number } {
  const pool = shared.benchsideDb?.pool;
  const limit = env.databasePool;
  return pool
    ? { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, limit }
    : { total: 0, idle: 0, waiting: 0, limit };
}

/** Opens on first use, so that importing a module (as the build does) needs no database. */
export const db: Db = new Proxy({} as Db, {
  get(_, property) {
    const { client } = current();
    const value: unknown = Reflect.get(client, property, client);
    if (typeof value !== "function") return value;
    const call: (...given: unknown[]) => unknown = value.bind(client);
    // Where a transaction can't begin or end no operation fails.
    return property === "$transaction"
      ? (...given: unknown[]) => (call(...given) as Promise<unknown>).catch(rethrow)
      : call;
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
 * wait for every second, and those of the page that everybody of a team leaves open. Everything else goes through `db`;
 * where that is SQL, a line says what Prisma can't.
 */
export async function ask<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return (
    await current()
      .pool.query<Row>({ name, text, values: [...values] })
      .catch(rethrow)
  ).rows;
}

/** The same of a statement that is put together of parts. Whose parts differ has a name of its own. */
export const askParts = <Row extends pg.QueryResultRow>(
  name: string,
  { text, values }: Prisma.Sql,
): Promise<Row[]> => ask(name, text, values);
