import pg from "pg";
import { connectionOptions, settle } from "#lib/database/connection.ts";
import { lifetimeSeconds, type Use } from "#lib/database/limits.ts";

type Options = {
  max: number;
  name: string;
  use?: Use;
  /** Nobody closes it: what lies idle in it keeps no process from ending. */
  allowExitOnIdle?: boolean;
};

/** A pool whose connections have their limits, and are given up where they will never answer. */
export function openPool(
  connectionString: string,
  { max, name, use = "everyday", allowExitOnIdle = false }: Options,
): pg.Pool {
  const lent = new WeakSet<pg.ClientBase>();
  const pool = new pg.Pool({
    ...connectionOptions(connectionString, name),
    max,
    allowExitOnIdle,
    maxLifetimeSeconds: lifetimeSeconds,
    onConnect: (client) => settle(client, connectionString, use, { isIdle: () => !lent.has(client) }),
  });
  pool.on("acquire", (client) => lent.add(client));
  pool.on("release", (_error, client) => lent.delete(client));
  // A connection that breaks while nobody uses it is replaced; unheard, it would end the process.
  pool.on("error", () => {});
  return pool;
}
