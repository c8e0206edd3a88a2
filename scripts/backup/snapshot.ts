import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { listMigrations } from "#scripts/migrate/history.ts";

/** Under which a value is written the same by every server, and nothing takes too long. */
const settings = `
  SELECT set_config(name, CASE lower(name)
      WHEN 'client_encoding' THEN 'UTF8' WHEN 'datestyle' THEN 'ISO, YMD' WHEN 'timezone' THEN 'UTC'
      WHEN 'intervalstyle' THEN 'postgres' WHEN 'bytea_output' THEN 'hex' WHEN 'extra_float_digits' THEN '1'
      WHEN 'synchronize_seqscans' THEN 'off' WHEN 'lock_timeout' THEN '30s' ELSE '0' END, false)
  FROM pg_settings WHERE lower(name) = ANY('{client_encoding,datestyle,timezone,intervalstyle,bytea_output,extra_float_digits,
    synchronize_seqscans,lock_timeout,statement_timeout,transaction_timeout,idle_in_transaction_session_timeout}')`;

/** A connection for copying whole tables: what it reads and writes looks the same on every server. */
export async function withCopying<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "benchside backup",
    keepAlive: true,
  });
  // A lost connection also fails the statement that is under way or comes next: it is dealt with there.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(settings);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export type Table = { name: string; columns: string[] };

/** By the words of all migrations, so that nobody takes a table for ours that somebody made by hand. */
const listMade = (): Set<string | undefined> =>
  new Set(
    listMigrations().flatMap(({ sql }) =>
      [...sql.matchAll(/(?:CREATE(?: UNLOGGED)? TABLE|RENAME TO) "(\w+)"/g)].map(([, name]) => name),
    ),
  );

/**
 * The tables that migrations made, and by name what stands beside them. Unlogged tables, which a crash empties, are not in
 * a backup. How migrations went is told by the manifest.
 */
export async function listTables(client: pg.ClientBase): Promise<{ tables: Table[]; beside: string[] }> {
  const { rows } = await client.query<Table & { isOwned: boolean; isKept: boolean }>(
    `SELECT relname::text AS name, relkind = 'r' AND relowner =
        (SELECT relowner FROM pg_class WHERE oid = to_regclass('public._prisma_migrations')) AS "isOwned",
      relpersistence = 'p' AS "isKept",
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
        AND attgenerated = '' ORDER BY attnum) AS columns
     FROM pg_class c
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'f') AND relname <> '_prisma_migrations'
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
     ORDER BY relname`,
  );
  const made = listMade();
  const isOurs = ({ name, isOwned }: (typeof rows)[number]) => isOwned && made.has(name);
  const tables = rows
    .filter((row) => isOurs(row) && row.isKept)
    .map(({ name, columns }) => ({ name, columns }));
  return { tables, beside: rows.filter((row) => !isOurs(row)).map(({ name }) => name) };
}

const quoted = (name: string) => pg.escapeIdentifier(name);
export const copyTarget = ({ name, columns }: Table): string =>
  `public.${quoted(name)} (${columns.map(quoted).join(", ")})`;

/** A table's rows as COPY writes them, and afterwards how many there were. */
export function copyOut(client: pg.Client, table: Table) {
  const stream = client.query(copyTo(`COPY ${copyTarget(table)} TO STDOUT`));
  return { content: stream as AsyncIterable<Buffer>, countRows: () => stream.rowCount };
}

export type Sequence = { name: string; last: string; isCalled: boolean };

/** Read after the tables: numbers are given out outside of every snapshot, so these are never behind the rows. */
export async function listSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class c
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' AND relowner =
       (SELECT relowner FROM pg_class WHERE oid = to_regclass('public._prisma_migrations')) ORDER BY relname`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const found = await client.query<Omit<Sequence, "name">>(
      `SELECT last_value::text AS last, is_called AS "isCalled" FROM public.${quoted(name)}`,
    );
    sequences.push(...found.rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

/** Everything in it is of one moment, however long it takes; nobody waits for it but somebody who changes tables. */
export async function withSnapshot<T>(
  url: string,
  work: (client: pg.Client, snapshot: string) => Promise<T>,
): Promise<T> {
  return withCopying(url, async (client) => {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const { rows } = await client.query<{ id: string }>("SELECT pg_export_snapshot() AS id");
    return work(client, rows[0]?.id ?? "");
  });
}

/** Connections to read figures through; with a snapshot they all see what that sees. */
export function poolOf(url: string, snapshot?: string): pg.Pool {
  const onConnect = async (client: pg.ClientBase) => {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    if (snapshot) await client.query(`SET TRANSACTION SNAPSHOT ${pg.escapeLiteral(snapshot)}`);
  };
  const pool = new pg.Pool({ connectionString: url, max: 4, onConnect } as pg.PoolConfig);
  // One that breaks while nobody uses it is missed by whoever asks next; unheard, it would end the command in the middle.
  pool.on("error", () => undefined);
  return pool;
}
