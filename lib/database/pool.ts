import pg from "pg";
import { connectionOptions, settle } from "#lib/database/connection.ts";
import { lifetimeSeconds } from "#lib/database/limits.ts";

/** A pool whose connections have their limits, and are given up where they will never answer. */
export function openPool(connectionString: string, { max, name }: { max: number; name: string }): pg.Pool {
  const lent = new WeakSet<pg.ClientBase>();
  const pool = new pg.Pool({
    ...connectionOptions(connectionString, name),
    max,
    maxLifetimeSeconds: lifetimeSeconds,
    onConnect: (client) => settle(client, connectionString, "everyday", { isIdle: () => !lent.has(client) }),
  });
  pool.on("acquire", (client) => lent.add(client));
  pool.on("release", (_error, client) => lent.delete(client));
  // A connection that breaks while nobody uses it is replaced; unheard, it would end the process.
  pool.on("error", () => {});
  return pool;
}
