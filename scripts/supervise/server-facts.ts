import { randomUUID } from "node:crypto";
import { statfs } from "node:fs/promises";
import pg from "pg";
import { durabilitySettings, type DurabilitySetting, type Risk } from "#lib/environment.ts";

const patienceMs = 10_000;

export type ServerFacts = {
  version: string;
  encoding: string;
  /** Settings that guard what was committed, and are off. */
  off: DurabilitySetting[];
  isStandby: boolean;
  isReadOnly: boolean;
  /** How many connections the application's role may have here, all in all. */
  connections: number;
  /** How far its clock is ahead of this machine's. */
  aheadMs: number;
  pooling: Pooling;
  /** Where the data are on this machine: what is left of the disk. */
  freeBytes: number | null;
};

type Pooling = "none" | "session" | "transaction" | "unknown";
type FactsRow = Omit<ServerFacts, "aheadMs" | "pooling" | "freeBytes"> & { clock: number };

const look = `
  SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
    ARRAY(SELECT name FROM pg_settings WHERE setting = 'off'
      AND name = ANY($1) ORDER BY name) AS off,
    pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int,
      (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
      (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())) AS connections,
    extract(epoch FROM clock_timestamp())::float8 * 1000 AS clock`;

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "benchside start",
    connectionTimeoutMillis: 5000,
    query_timeout: patienceMs,
  });
  client.on("error", () => {});
  await client.connect();
  return client;
}

export async function readServerFacts(url: string, dataDir: string | null): Promise<ServerFacts> {
  const clients: pg.Client[] = [];
  try {
    const one = await open(url);
    clients.push(one);
    const since = Date.now();
    const { rows } = await one.query<FactsRow>(look, [durabilitySettings]);
    const [answered] = rows;
    if (!answered) throw new Error("the database said nothing about itself");
    const { clock, ...facts } = answered;
    // Its clock was read somewhere between asking and hearing.
    const aheadMs = clock > Date.now() ? clock - Date.now() : Math.min(0, clock - since);
    const other = await open(url);
    clients.push(other);
    return {
      ...facts,
      aheadMs,
      pooling: await findPooling(one, other),
      freeBytes: dataDir === null ? null : await readFree(dataDir),
    };
  } finally {
    // One that waits for a place in a pooler would let a goodbye wait, too.
    for (const client of clients) client.connection.stream.destroy();
  }
}

async function readFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

type QueryClient = Pick<pg.Client, "query">;

/**
 * Whether statements of one connection reach one session. A pooler that hands out a session for each transaction gives ours to
 * whoever holds one meanwhile: then locks that jobs hold, settings and prepared statements would be somebody else's.
 */
export async function findPooling(one: QueryClient, other: QueryClient): Promise<Pooling> {
  const mark = randomUUID();
  const ask = async () => {
    const { rows } = await one.query<{ pid: number; mark: string | null }>(
      "SELECT pg_backend_pid() AS pid, current_setting('benchside.mark', true) AS mark",
    );
    return rows[0];
  };
  try {
    await one.query("SELECT set_config('benchside.mark', $1, false)", [mark]);
    const first = await ask();
    for (let round = 0; round < 3; round++) {
      await other.query("BEGIN");
      await other.query("SELECT 1");
      const again = await ask();
      await other.query("ROLLBACK");
      if (again?.pid !== first?.pid || again?.mark !== mark) return "transaction";
    }
    // What the connection was told at its start: a pooler has numbers of its own.
    const { processID } = one as { processID?: number };
    return processID === first?.pid ? "none" : "session";
  } catch (error) {
    // As one says that lets through a statement at a time; where there is one session for everybody, the other waits.
    return /pool/i.test((error as Error).message) ? "transaction" : "unknown";
  }
}

const oldestMajor = 15;
const MB = 2 ** 20;
const minFree = 100 * MB;
const littleFree = 1024 * MB;
const maxAheadMs = 10_000;

type Demands = { acceptedRisks: readonly Risk[]; databasePool: number };
type Verdict = { refusals: string[]; warnings: string[] };

/** What a web process and a worker take at most, with everything that they do at once, and a command beside them. */
function connectionsNeeded(pool: number): number {
  const ofWeb = pool + 4; // the gate, who looks after the others, two exports
  const ofWorker = pool + 10; // the queue's four, who looks for jobs, two jobs with a lock and an import each, and who looks after
  return ofWeb + ofWorker + 2;
}

const lossy: Record<DurabilitySetting, string> = {
  fsync: "what was confirmed is lost, or the database destroyed, when the power fails",
  full_page_writes: "the database may be destroyed when the power fails",
  synchronous_commit: "answers that were confirmed are lost when the server ends unexpectedly",
};

/** What would lose or break something is refused, by name and with what to do; what is worth knowing is said. */
export function judgeServer(facts: ServerFacts, { acceptedRisks, databasePool }: Demands): Verdict {
  const connections = connectionsNeeded(databasePool);
  const refusals: string[] = [];
  const warnings: string[] = [];
  const refuse = (risk: Risk, what: string, instead: string) => {
    if (acceptedRisks.includes(risk)) warnings.push(`${what}, which DATABASE_ACCEPTED_RISKS accepts`);
    else refusals.push(`${what}: ${instead}, or accept it (DATABASE_ACCEPTED_RISKS=${risk})`);
  };
  if (Number.parseInt(facts.version, 10) < oldestMajor)
    refusals.push(`PostgreSQL ${oldestMajor} or later is needed, this is ${facts.version}`);
  if (facts.isStandby)
    refusals.push("the server is a standby, which takes no answers: use the address of the primary");
  else if (facts.isReadOnly)
    refusals.push("the database is read-only (default_transaction_read_only): turn that off");
  if (facts.encoding !== "UTF8")
    refuse(
      "encoding",
      `the database keeps text as ${facts.encoding}, so that names and texts in other scripts can't be stored`,
      "create it with ENCODING 'UTF8'",
    );
  for (const name of facts.off)
    refuse(name, `${name} is off, so that ${lossy[name]}`, "turn it on in the server's settings");
  if (facts.pooling === "transaction")
    refuse(
      "pooler",
      "a connection pooler in between changes sessions between statements, so that jobs lose their locks",
      "let it keep sessions (PgBouncer: pool_mode = session)",
    );
  if (facts.pooling === "session" || facts.pooling === "unknown")
    warnings.push(
      `a connection pooler ${facts.pooling === "session" ? "stands" : "may stand"} in between: ` +
        "it has to keep sessions (PgBouncer: pool_mode = session)",
    );
  judgeDisk(facts.freeBytes, refuse, warnings);
  if (facts.connections < connections)
    warnings.push(
      `a web process and a worker may need ${connections} connections, and the database allows ${facts.connections}: ` +
        "raise max_connections, or lower DATABASE_POOL",
    );
  if (Math.abs(facts.aheadMs) > maxAheadMs)
    warnings.push(
      `the database's clock is ${Math.round(Math.abs(facts.aheadMs) / 1000)} s ${facts.aheadMs > 0 ? "ahead of" : "behind"} ` +
        "this machine's: time limits and the record go by both",
    );
  return { refusals, warnings };
}

function judgeDisk(
  freeBytes: number | null,
  refuse: (risk: Risk, what: string, instead: string) => void,
  warnings: string[],
): void {
  if (freeBytes === null || freeBytes >= littleFree) return;
  const left = `${Math.floor(freeBytes / MB)} MB are left on the disk of DATA_DIR`;
  if (freeBytes < minFree) refuse("disk", `only ${left}, and a full one stops the database`, "make room");
  else warnings.push(`${left}: make room before it is full`);
}
