import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const folders = ["app", "components", "lib", "scripts", "bench", "e2e"];
// What is imported as a type alone is gone when the code runs.
const imports = /^(?:import|export)\s+(?!type\b)(?:[^;"']*?\sfrom\s+)?"([^"]+)"/gm;

/** Each file with what it imports: of the project by the path, of a package by the name. */
export function readImportGraph(): Map<string, string[]> {
  const files = globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs}`))
    .filter((file) => !file.startsWith(path.join("lib", "generated")))
    .map((file) => file.split(path.sep).join("/"));
  return new Map(
    files.map((file) => [
      file,
      [...readFileSync(file, "utf8").matchAll(imports)].map(([, name = ""]) => name.replace(/^#/, "")),
    ]),
  );
}
