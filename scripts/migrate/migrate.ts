import pg, { type Client } from "pg";
import { listMigrations, migrationsFolder, type Migration } from "#scripts/migrate/folder.ts";
import { grantApplication } from "#scripts/migrate/grants.ts";
import { apply, createHistory, readHistory, type History } from "#scripts/migrate/history.ts";
import { putBack, restoreMark } from "#scripts/migrate/set-aside.ts";
import { PgBoss } from "pg-boss";
import { queues } from "#lib/jobs/queues.ts";

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

export type MigrationStatus = { applied: string[]; pending: string[]; failed: string | null };

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
