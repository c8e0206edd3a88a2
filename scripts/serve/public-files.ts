import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** The addresses of the files in public/, which need no database. */
export function listPublicPaths(root: string): ReadonlySet<string> {
  const folder = path.join(root, "public");
  if (!existsSync(folder)) return new Set();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Set(
    files.map(
      (file) => `/${path.relative(folder, path.join(file.parentPath, file.name)).split(path.sep).join("/")}`,
    ),
  );
}
