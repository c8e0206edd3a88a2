import pg, { type Client, type ClientBase } from "pg";
import {
  listMigrations,
  migrationsFolder,
  type Migration,
  apply,
  createHistory,
  readHistory,
  type History,
  putBack,
  restoreMark,
  ours,
} from "#scripts/migrate/history.ts";
import { PgBoss } from "pg-boss";
import { queues } from "#lib/jobs/queues.ts";

/** What happened stays as it was written: the application may add to these and read them, nothing else. */
export const appendOnlyTables = [
  "audit_events",
  "answer_revisions",
  "study_manifests",
  "study_details",
  "case_analyses",
  "received_lineages",
  "benchmark_pools",
  "pool_drops",
  "review_manifests",
  "review_batch_outcomes",
  "review_decisions",
  "review_blind_decisions",
  "review_checks",
  "review_dispute_steps",
  "review_audits",
  "review_filters",
  "review_filter_decisions",
  "benchmark_lineages",
  "benchmark_lineage_drops",
] as const;

/** What the application only reads; a function of the owner's writes it. */
const readOnlyTables = ["_prisma_migrations", "demo_removals"] as const;

/** What imports and openings fill, and look at afterwards. The right to do so is there since PostgreSQL 17. */
const filledTables = [
  "cases",
  "case_versions",
  "case_search_texts",
  "case_golds",
  "predictions",
  "pool_drops",
  "study_cases",
  "study_cell_cases",
  "review_items",
  "review_filter_decisions",
] as const;

/** The role that has to be granted its rights: none where the application is the owner itself. */
export function appRoleOf(url: string, ownerUrl: string): string | undefined {
  const { username } = new URL(url);
  return username === new URL(ownerUrl).username ? undefined : decodeURIComponent(username);
}

type RoleGrants = {
  known: boolean;
  owner: boolean;
  append: string[];
  readOnly: string[];
  schemas: string[];
  tables: string[];
  sequences: string[];
  routines: string[];
  maintain: string[];
};

const relations = (kinds: string) => `ARRAY(
  SELECT one.oid::regclass::text FROM pg_class one JOIN pg_namespace n ON n.oid = relnamespace
  WHERE nspname IN ('public', 'pgboss') AND relkind IN (${kinds}) AND ${ours("pg_class", "relowner")})`;

const look = `
  SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS known,
    $1 = current_user AS owner,
    ARRAY(SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename = ANY($2)) AS append,
    ARRAY(SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename = ANY($4)) AS "readOnly",
    ARRAY(SELECT nspname::text FROM pg_namespace WHERE nspname IN ('public', 'pgboss')) AS schemas,
    ${relations("'r', 'p', 'v', 'm'")} AS tables,
    ${relations("'S'")} AS sequences,
    ARRAY(SELECT one.oid::regprocedure::text FROM pg_proc one JOIN pg_namespace n ON n.oid = pronamespace
      WHERE nspname IN ('public', 'pgboss') AND prokind IN ('f', 'w') AND ${ours("pg_proc", "proowner")}) AS routines,
    ARRAY(SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename = ANY($3)
      AND current_setting('server_version_num')::int >= 170000) AS maintain`;

/** Lets the application's role work with the data, but neither change tables nor rewrite history. */
async function grantApplication(client: ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<RoleGrants>(look, [
    role,
    appendOnlyTables,
    filledTables,
    readOnlyTables,
  ]);
  const [found] = rows;
  if (found?.owner) return;
  if (!found?.known) throw new Error(`the database has no role "${role}", which DATABASE_URL names`);

  const to = pg.escapeIdentifier(role);
  const grant = (rights: string, on: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`GRANT ${rights} ON ${on} ${names.join(", ")} TO ${to}`];
  const statements = [
    ...grant("USAGE", "SCHEMA", found.schemas),
    ...grant("SELECT, INSERT, UPDATE, DELETE", "TABLE", found.tables),
    ...grant("USAGE", "SEQUENCE", found.sequences),
    ...grant("EXECUTE", "FUNCTION", found.routines),
  ];
  for (const table of found.append) {
    statements.push(`REVOKE UPDATE, DELETE, TRUNCATE ON public.${pg.escapeIdentifier(table)} FROM ${to}`);
  }
  for (const table of found.maintain) {
    statements.push(`GRANT MAINTAIN ON public.${pg.escapeIdentifier(table)} TO ${to}`);
  }
  for (const table of found.readOnly) {
    const on = `public.${pg.escapeIdentifier(table)}`;
    statements.push(`REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON ${on} FROM ${to}`);
  }
  // In one transaction: another process of the application may be at work and must never see the wider rights.
  await client.query(`BEGIN; ${statements.join("; ")}; COMMIT`);
}

/** The key Prisma's own engine locks with, so that ours and its runs exclude each other too. */
const ADVISORY_LOCK = 72707369;

type Options = {
  /** The role the application connects with, when that is not the owner. */
  appRole?: string;
  log?: (line: string) => void;
  folder?: string;
};

function requireSameHistory(history: History, migrations: readonly Migration[]): void {
  if (history.failed && history.failed !== restoreMark) {
    throw new Error(
      `migration ${history.failed} failed earlier and may be half applied: fix the database by hand, then set ` +
        "rolled_back_at (it runs again) or finished_at (it counts as done) in its row of _prisma_migrations",
    );
  }
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  for (const [name, checksum] of history.applied) {
    if (!known.has(name)) {
      throw new Error(
        `the database has migration ${name}, which this version lacks: it was used by a newer version`,
      );
    }
    if (known.get(name) !== checksum) {
      throw new Error(
        `migration ${name} was edited after it was applied: restore it and write a new migration`,
      );
    }
  }
}

async function requireOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ may: boolean; role: string }>(
    "SELECT has_schema_privilege('public', 'CREATE') AS may, current_user AS role",
  );
  if (rows[0]?.may === false) {
    throw new Error(
      `the role ${rows[0].role} may not create tables: set DATABASE_OWNER_URL to the role that owns the database`,
    );
  }
}

/** Nobody else migrates or restores this database meanwhile; of several that want to, one does and the others wait for it. */
export async function asOnlyOwner<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("SELECT pg_advisory_lock($1)", [ADVISORY_LOCK]);
  await requireOwner(client);
  return work();
}

/** What is missing of them, the job queue's tables, and last the application's rights. */
export async function bringUpToDate(client: pg.Client, options: Options = {}): Promise<string[]> {
  const { appRole, log = () => {}, folder = migrationsFolder } = options;
  const history = await readHistory(client);
  const migrations = listMigrations(folder);
  requireSameHistory(history, migrations);
  const applied: string[] = [];
  for (const migration of migrations) {
    if (history.applied.has(migration.name)) continue;
    await apply(client, migration);
    applied.push(migration.name);
    log(migration.name);
  }
  await installJobSchema(client);
  if (appRole) await grantApplication(client, appRole);
  return applied;
}

/** Brings a database up to date. What a restore left that was cut off is undone first: `hasPutBack` says so. */
export async function migrate(
  ownerUrl: string,
  options: Options = {},
): Promise<{ applied: string[]; hasPutBack?: true }> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return await asOnlyOwner(client, async () => {
      const isCutOff = (await readHistory(client)).failed === restoreMark;
      if (isCutOff) await putBack(client);
      await createHistory(client);
      const applied = await bringUpToDate(client, options);
      return isCutOff ? { applied, hasPutBack: true } : { applied };
    });
  } finally {
    await client.end();
  }
}

type MigrationStatus = { applied: string[]; pending: string[]; failed: string | null };

export async function migrationStatus(url: string, folder = migrationsFolder): Promise<MigrationStatus> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { applied, failed } = await readHistory(client);
    const pending = listMigrations(folder).map((migration) => migration.name);
    return { applied: [...applied.keys()], pending: pending.filter((name) => !applied.has(name)), failed };
  } finally {
    await client.end();
  }
}

/** Installs or upgrades the job queue's own tables as their owner, since the application may not. */
async function installJobSchema(client: Client): Promise<void> {
  const executeSql = async (text: string, values?: unknown[]) => client.query(text, values);
  const boss = new PgBoss({ db: { executeSql }, schema: "pgboss", supervise: false, schedule: false });
  const problems: Error[] = [];
  boss.on("error", (error) => problems.push(error));
  await boss.start();
  try {
    for (const { name, options } of queues) {
      const { policy: _policy, ...changeable } = options;
      if (await boss.getQueue(name)) await boss.updateQueue(name, changeable);
      else await boss.createQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  if (problems[0]) throw problems[0];
}
