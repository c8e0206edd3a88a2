import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { migrationsFolder } from "#scripts/migrate/history.ts";
import { projectRoot } from "#scripts/project.ts";
import { diffSchema } from "#scripts/migrate/schema-diff.ts";

const usage = `npm run migration -- <name>     writes the SQL from the migrations to prisma/schema.prisma
npm run migration -- --check    exits 2 when they differ`;

const [argument = "", ...rest] = process.argv.slice(2);
const isName = /^[a-z][a-z0-9_]*$/.test(argument);
if (argument === "--help") {
  console.log(usage);
  process.exit(0);
}
if (rest.length > 0 || !(isName || argument === "--check")) {
  console.error(argument && !isName ? `a name must be lower-case words joined by _\n\n${usage}` : usage);
  process.exit(2);
}

const sql = await diffSchema();
if (argument === "--check") {
  console.log(sql || "schema and migrations agree");
  process.exit(sql ? 2 : 0);
}
if (!sql) {
  console.log("nothing to do: the migrations already match prisma/schema.prisma");
  process.exit(0);
}

const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
const folder = path.join(migrationsFolder, `${stamp}_${argument}`);
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, "migration.sql"), sql);
const lock = path.join(migrationsFolder, "migration_lock.toml");
if (!existsSync(lock)) writeFileSync(lock, 'provider = "postgresql"\n');
console.log(`wrote ${path.relative(projectRoot, folder)}/migration.sql: read it before you commit it`);
process.exit(0);
