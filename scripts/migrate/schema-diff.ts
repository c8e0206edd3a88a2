import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { runOn, withThrowawayCluster } from "#scripts/postgres/cluster.ts";
import { listMigrations, migrationsFolder, schemaFile } from "#scripts/migrate/history.ts";
import { PrismaPg } from "@prisma/adapter-pg";
import { randomBytes } from "node:crypto";
import pg from "pg";

type Engine = typeof import("@prisma/schema-engine-wasm/schema_engine_bg") & {
  __wbg_set_wasm: (exports: WebAssembly.Exports) => void;
};

const datamodel = () => ({ path: schemaFile, content: readFileSync(schemaFile, "utf8") });

/** The package's own entry imports its .wasm as a module, which Node cannot: made by hand instead. */
async function createEngine(adminUrl: string): Promise<SchemaEngine> {
  const require = createRequire(import.meta.url);
  const glue = require("@prisma/schema-engine-wasm/schema_engine_bg") as Engine;
  const folder = path.dirname(require.resolve("@prisma/schema-engine-wasm"));
  const bytes = readFileSync(path.join(folder, "schema_engine_bg.wasm"));
  const imports = { "./schema_engine_bg.js": glue as unknown as WebAssembly.ModuleImports };
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (text: string) => console.error(`schema engine: ${text}`) },
  });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  const { path: file, content } = datamodel();
  const adapter = bindMigrationAwareSqlAdapterFactory(engineAdapter(adminUrl));
  return glue.SchemaEngine.new({ datamodels: [[file, content]] }, () => {}, adapter);
}

async function diffWith(adminUrl: string): Promise<string> {
  const engine = await createEngine(adminUrl);
  const lockfile = { path: "migration_lock.toml", content: 'provider = "postgresql"\n' };
  const migrationDirectories = listMigrations().map(({ name, sql }) => ({
    path: name,
    migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value: sql } },
  }));
  const { exitCode, stdout } = await engine.diff({
    from: {
      tag: "migrations",
      baseDir: migrationsFolder,
      shadowDbInitScript: "",
      lockfile,
      migrationDirectories,
    },
    to: { tag: "schemaDatamodel", files: [datamodel()] },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  });
  return exitCode === 2 ? (stdout ?? "") : "";
}

/**
 * The SQL that leads from the migrations to schema.prisma, empty when they agree. `adminUrl` names a server
 * where databases may be made; without it a throw-away one is started. The job queue's own tables don't count:
 * neither the schema nor the migrations know them.
 */
export function diffSchema(adminUrl?: string): Promise<string> {
  if (adminUrl) return diffWith(adminUrl);
  return withThrowawayCluster("benchside-diff-", (cluster) => diffWith(cluster.superuserUrl("postgres")));
}

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

/** What the schema engine talks through; it replays the migrations in a database that it makes and drops. */
function engineAdapter(adminUrl: string): SqlMigrationAwareDriverAdapterFactory {
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
