import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const folders = ["app", "components", "lib", "scripts", "bench", "e2e"];
// What is imported as a type alone is gone when the code runs.
const imports = /^(?:import|export)\s+(?!type\b)(?:[^;"']*?\sfrom\s+)?"([^"]+)"/gm;
const importsAndTypes = /\b(?:from|import)(?: |\(\s*)"([^"]+)"/g;

/**
 * Each file with what it imports: of the project by the path, of a package by the name. With types, also what is
 * imported as a type alone, or later.
 */
export function readImportGraph({ types = false } = {}): Map<string, string[]> {
  const files = globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs}`))
    .filter((file) => !file.startsWith(path.join("lib", "generated")))
    .map((file) => file.split(path.sep).join("/"));
  return new Map(
    files.map((file) => [
      file,
      [...readFileSync(file, "utf8").matchAll(types ? importsAndTypes : imports)].map(([, name = ""]) =>
        name.replace(/^#/, ""),
      ),
    ]),
  );
}
