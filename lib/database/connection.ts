import pg from "pg";
import {
  breakOff,
  watchdogOf,
  type Session,
  connectMs,
  limitsOf,
  type Use,
  lifetimeSeconds,
} from "#lib/database/connection-watchdog.ts";
import { rethrow } from "#lib/database/outage.ts";

type ConnectionOptions = { isIdle?: () => boolean };

/** What every connection of the product is opened with. */
const connectionOptions = (connectionString: string, name: string) => ({
  connectionString,
  application_name: `benchside ${name}`,
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
});

// A machine that vanished says nothing: PostgreSQL would believe in it for two hours, so for twenty seconds. Asked of the
// session and not of the start of the connection, where a pooler refuses what it doesn't know.
const settings = (use: Use) => {
  const { statement, idleInTransaction } = limitsOf[use];
  return `SET statement_timeout = ${statement}; SET idle_in_transaction_session_timeout = ${idleInTransaction};
    SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
    SELECT pid, extract(epoch FROM backend_start)::text AS since FROM pg_stat_get_activity(pg_backend_pid())`;
};

/** Tells a new connection its limits, and has it looked after from then on. */
async function settle(
  client: pg.ClientBase,
  connectionString: string,
  use: Use,
  { isIdle = () => false }: ConnectionOptions = {},
): Promise<void> {
  const timer = setTimeout(() => breakOff(client, "the database did not answer in time"), connectMs);
  try {
    const results = (await client.query(settings(use))) as unknown as pg.QueryResult<Session>[];
    const [session = null] = results.at(-1)?.rows ?? [];
    watchdogOf(connectionString).watch(client, { limits: limitsOf[use], session, isIdle });
  } finally {
    clearTimeout(timer);
  }
}

/** Where the database is; an error that says what to do where nobody told. */
export function requireAddress(connectionString: string | null): string {
  if (!connectionString) throw new Error("DATABASE_URL is not set: start with `npm start`, or set it");
  return connectionString;
}

/** A connection of its own, outside of every pool. */
export async function openConnection(address: string | null, use: Use, name: string): Promise<pg.Client> {
  const connectionString = requireAddress(address);
  const client = new pg.Client(connectionOptions(connectionString, name));
  // A lost connection also fails the statement that is under way or comes next: it is dealt with there.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await settle(client, connectionString, use);
  } catch (error) {
    breakOff(client, "it could not be opened");
    rethrow(error);
  }
  return client;
}

const goodbyeMs = 2000;

/** Says goodbye; where nobody hears it, the line is dropped all the same. */
export async function closeConnection(client: pg.Client | null): Promise<void> {
  if (!client) return;
  const timer = setTimeout(() => breakOff(client, "nobody heard the goodbye"), goodbyeMs);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}

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
