import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "#scripts/project.ts";

export const migrationsFolder = path.join(projectRoot, "prisma/migrations");
export const schemaFile = path.join(projectRoot, "prisma/schema.prisma");

export type Migration = { name: string; sql: string; checksum: string; transactional: boolean };

export function listMigrations(folder = migrationsFolder): Migration[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return names.map((name) => {
    const bytes = readFileSync(path.join(folder, name, "migration.sql"));
    const sql = bytes.toString("utf8");
    return {
      name,
      sql,
      checksum: createHash("sha256").update(bytes).digest("hex"),
      // CREATE INDEX CONCURRENTLY refuses to run inside a transaction; such a file says so in a comment.
      transactional: !/^--\s*no-transaction\b/m.test(sql),
    };
  });
}
