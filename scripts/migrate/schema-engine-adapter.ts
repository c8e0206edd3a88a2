import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum, type SqlMigrationAwareDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import { randomBytes } from "node:crypto";
import pg from "pg";

/** PostgreSQL's one-byte "char", which its catalogues use and which adapter-pg 7.10 refuses to read. */
const CHAR_OID = 18;
const TEXT_OID = 25;

async function connect(connectionString: string, afterwards?: () => Promise<void>) {
  const charColumns = new Set<string>();
  const pool = new pg.Pool({ connectionString });
  const query = pool.query.bind(pool) as (...input: unknown[]) => Promise<pg.QueryResult>;
  const readingChars = async (...input: unknown[]) => {
    const result = await query(...input);
    for (const field of result.fields ?? []) {
      if (field.dataTypeID !== CHAR_OID) continue;
      charColumns.add(field.name);
      field.dataTypeID = TEXT_OID;
    }
    return result;
  };
  pool.query = readingChars as typeof pool.query;

  const adapter = await new PrismaPg(pool).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (input) => {
    const result = await queryRaw(input);
    const columnTypes = result.columnTypes.map((type, index) =>
      charColumns.has(result.columnNames[index] ?? "") ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes };
  };
  // Its own way splits a script at every semicolon, also inside the body of a function.
  adapter.executeScript = async (script) => void (await pool.query(script));
  adapter.dispose = async () => {
    await pool.end();
    await afterwards?.();
  };
  return adapter;
}

async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** What the schema engine talks through; it replays the migrations in a database that it makes and drops. */
export function engineAdapter(adminUrl: string): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => connect(adminUrl),
    async connectToShadowDb() {
      const name = `shadow_${randomBytes(6).toString("hex")}`;
      const url = new URL(adminUrl);
      url.pathname = name;
      await runOn(adminUrl, `CREATE DATABASE ${name}`);
      return connect(url.href, () => runOn(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}
