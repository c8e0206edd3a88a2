import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

// The lint rule for this resolves every import of every package and takes as long as all other rules together, four
// times over. Imports inside the project are written in one way, so that reading them is enough.

const folders = ["app", "components", "lib", "scripts", "bench", "e2e"];
// What is imported as a type alone is gone when the code runs.
const imports = /^(?:import|export)\s+(?!type\b)(?:[^;"']*?\sfrom\s+)?"#([^"]+)"/gm;

const readImports = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(imports)].map(([, name = ""]) => name);

/** The first circle that is met from any file, as the way round it. */
function findCircle(edges: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const way: string[] = [];
  function follow(file: string): string[] | null {
    const at = way.indexOf(file);
    if (at >= 0) return [...way.slice(at), file];
    if (done.has(file)) return null;
    way.push(file);
    for (const next of edges.get(file) ?? []) {
      const circle = follow(next);
      if (circle) return circle;
    }
    way.pop();
    done.add(file);
    return null;
  }
  for (const file of edges.keys()) {
    const circle = follow(file);
    if (circle) return circle;
  }
  return null;
}

const files = globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs}`))
  .filter((file) => !file.startsWith(path.join("lib", "generated")))
  .map((file) => file.split(path.sep).join("/"));
const edges = new Map(files.map((file) => [file, readImports(file)]));

test("no module imports itself by a way round", () => {
  expect(findCircle(edges)).toBeNull();
});

test("a circle would be found", () => {
  expect(edges.get("lib/studies/opening/mutations.ts")).toContain("lib/studies/opening/freeze-plan.ts");
  expect(edges.get("lib/studies/opening/freeze-plan.ts")).not.toContain("lib/studies/schema.ts");
  const bent = new Map(edges).set("lib/result.ts", ["lib/studies/opening/mutations.ts"]);
  expect(findCircle(bent)).toContain("lib/result.ts");
});
