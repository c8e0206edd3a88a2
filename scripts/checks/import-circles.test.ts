import { expect, test } from "vitest";
import { readImportGraph } from "#scripts/checks/testing/import-graph.ts";

// The lint rule for this resolves every import of every package and takes as long as all other rules together, four
// times over. Imports inside the project are written in one way, so that reading them is enough.

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

const edges = readImportGraph();

test("no module imports itself by a way round", () => {
  expect(findCircle(edges)).toBeNull();
});

test("a circle would be found", () => {
  expect(edges.get("lib/studies/opening/mutations.ts")).toContain("lib/studies/arms/variants.ts");
  expect(edges.get("lib/studies/arms/variants.ts")).not.toContain("lib/bulk/copy.ts");
  const bent = new Map(edges).set("lib/result.ts", ["lib/studies/opening/mutations.ts"]);
  expect(findCircle(bent)).toContain("lib/result.ts");
});
