import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "#lib/env.ts";
import { PrismaClient } from "#lib/generated/prisma/client.ts";

export type Db = PrismaClient;
export type Transaction = Parameters<Parameters<Db["$transaction"]>[0]>[0];

export function connect(connectionString: string): Db {
  const adapter = new PrismaPg({ connectionString, max: env.databasePool, connectionTimeoutMillis: 5000 });
  return new PrismaClient({ adapter });
}

// One client a process; kept on globalThis so that a hot reload in development doesn't open another pool.
const shared = globalThis as { benchsideDb?: Db };

function open(): Db {
  if (!env.databaseUrl) throw new Error("DATABASE_URL is not set: start with `npm start`, or set it");
  return (shared.benchsideDb ??= connect(env.databaseUrl));
}

/** Opens on first use, so that importing a module (as the build does) needs no database. */
export const db: Db = new Proxy({} as Db, {
  get(_, property) {
    const client = open();
    const value: unknown = Reflect.get(client, property, client);
    return typeof value === "function" ? value.bind(client) : value;
  },
});
