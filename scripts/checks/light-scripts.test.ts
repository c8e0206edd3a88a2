import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readImportGraph } from "#scripts/checks/testing/import-graph.ts";

const edges = readImportGraph();
const begins = (file: string, directive: string) => readFileSync(file, "utf8").startsWith(`"${directive}"`);

/** The way by which a script comes to a package; of actions a browser gets only the addresses. */
function findWay(file: string, name: string, seen: Set<string>): string[] | null {
  if (seen.has(file) || !edges.has(file) || begins(file, "use server")) return null;
  seen.add(file);
  for (const next of edges.get(file) ?? []) {
    if (next === name) return [file, next];
    const way = findWay(next, name, seen);
    if (way) return [file, ...way];
  }
  return null;
}

const scriptsIn = (folder: RegExp) =>
  [...edges.keys()].filter((file) => folder.test(file) && begins(file, "use client"));

// Parsing is the server's: the package alone weighs as much as all that a case's page has of its own. Rehearsals are for staff.
test("no script that a participant fetches brings the package of schemas", () => {
  const roots = scriptsIn(/^components\/(sitting\/(?!rehearsal\/)|task-kinds\/)/);
  expect(roots.length).toBeGreaterThan(20);
  const seen = new Set<string>();
  for (const root of [...roots, "components/task-kinds/fetched-readings.ts"])
    expect(findWay(root, "zod", seen)).toBeNull();
});

// It comes with all that plans are checked by, which was a quarter of the page.
test("nor does a script of the page of a running study", () => {
  const roots = scriptsIn(/^components\/live\//);
  expect(roots).toContain("components/live/live-board.tsx");
  const seen = new Set<string>();
  for (const root of roots) expect(findWay(root, "zod", seen)).toBeNull();
});

test("it would be found", () => {
  expect(findWay("lib/task-kinds/traits/decoded.ts", "zod", new Set())).toBeNull();
  expect(findWay("lib/task-kinds/traits/form.ts", "zod", new Set())).toBeNull();
  expect(findWay("lib/task-kinds/traits/server-kind.ts", "zod", new Set())?.at(-1)).toBe("zod");
});

// A step imported as usual anywhere would come along with every other step.
test("nor do the steps of the builder bring one another", () => {
  const step = /^components\/builder\/steps\/\w+\.tsx$/;
  const importers = [...edges].flatMap(([file, names]) =>
    names.filter((name) => step.test(name)).map((name) => `${file}: ${name}`),
  );
  const page = "app/(staff)/studies/[slug]/design/[step]/page.tsx";
  expect(importers).toEqual([`${page}: components/builder/steps/check.tsx`]);
});
