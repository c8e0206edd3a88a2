import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { usePostgres } from "#scripts/postgres/cluster.ts";
import { listMigrations, migrationsFolder, schemaFile } from "#scripts/migrate/folder.ts";
import { engineAdapter } from "#scripts/migrate/schema-engine-adapter.ts";

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

async function withThrowawayServer<T>(work: (adminUrl: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(path.join(tmpdir(), "benchside-diff-"));
  chmodSync(dir, 0o755);
  try {
    const cluster = await usePostgres({ dir, flags: ["fsync=off"] });
    return await work(cluster.superuserUrl("postgres")).finally(() => cluster.release());
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
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
  return adminUrl ? diffWith(adminUrl) : withThrowawayServer(diffWith);
}
