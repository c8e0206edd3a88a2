import { expect, test } from "vitest";
import { readImportGraph } from "#scripts/checks/testing/import-graph.ts";

// From below upwards, types included. Domains of one layer don't know each other either.
const layers: readonly (readonly string[])[] = [
  // Ground
  ["files", "i18n", "seeds"],
  ["database"],
  ["bulk", "health"],
  ["auth"],
  ["api-tokens", "monitoring", "places", "preferences", "users"],
  ["jobs"],
  ["audit"],
  // Numbers, and what calls and logs of models hold
  ["fake-models", "metrics", "model-answers", "model-calls", "published", "simulated-people"],
  ["figures", "model-logs"],
  // Kinds of task
  ["task-kinds"],
  // Benchmarks, studies, models
  ["endpoints", "interviews", "prompt-templates", "reading", "transcripts"],
  ["benchmarks"],
  ["studies"],
  ["invitations", "model-runs", "passage-reports", "reviews", "study-members"],
  // People and models at work
  ["curation", "endpoint-runs", "sittings"],
  ["own-data"],
  // Results, and what goes out
  ["study-results"],
  ["case-analyses", "simulation", "study-exports"],
  ["results"],
  ["reports"],
  ["benchmark-folders", "cards", "review-exports"],
  ["study-api", "uploads"],
  // Jobs
  ["imports"],
  ["demo"],
  ["worker"],
  ["first-run"],
];

const layerOf = new Map(
  layers.flatMap((domains, layer) => domains.map((domain) => [domain, layer] as const)),
);
const domainOf = (file: string) => /^lib\/([^/]+)\//.exec(file)?.[1];
const isProduct = (file: string) => !/\.test(-d)?\.ts$|\/testing\//.test(file);

type Graph = ReadonlyMap<string, readonly string[]>;

/** Imports of a domain that isn't below: who imports, and what. */
function listUpwards(edges: Graph): string[] {
  const found = new Set<string>();
  for (const [file, imports] of edges) {
    const domain = domainOf(file);
    if (domain === undefined || !isProduct(file)) continue;
    for (const name of imports) {
      const other = domainOf(name);
      if (other === undefined || other === domain || other === "generated") continue;
      if ((layerOf.get(other) ?? Infinity) >= (layerOf.get(domain) ?? -1)) found.add(`${domain} → ${name}`);
    }
  }
  return [...found].sort();
}

const edges = readImportGraph({ types: true });

test("each domain of lib is in one layer", () => {
  const domains = new Set([...edges.keys()].filter(isProduct).map(domainOf));
  domains.delete(undefined);
  expect(layers.flat().toSorted()).toEqual([...domains].sort());
});

test("domains import downwards alone, types included", () => {
  expect(listUpwards(edges)).toEqual([]);
});

test("an import of a type upwards would be found", () => {
  const bent = new Map(edges).set("lib/jobs/handler.ts", ["lib/imports/schema.ts", "lib/audit/schema.ts"]);
  expect(listUpwards(bent)).toContain("jobs → lib/imports/schema.ts");
  expect(listUpwards(bent)).toContain("jobs → lib/audit/schema.ts");
  expect(edges.get("lib/study-exports/schema.ts")).toContain("lib/task-kinds/exports.ts");
});

/** Types included. */
function listReached(root: string): Set<string> {
  const reached = new Set([root]);
  for (const file of reached) for (const name of edges.get(file) ?? []) reached.add(name);
  return reached;
}

test("what stores an answer reaches nothing of files, simulation, exports and results", () => {
  const reached = [...listReached("lib/sittings/answers/mutations.ts")];
  expect(reached).toContain("lib/task-kinds/traits/answers.ts");
  const others = /^lib\/(?:study-results|results|reports|study-exports|simulat\w+|model-answers|files)\//;
  expect(reached.filter((file) => others.test(file) || file.endsWith("/server-kind.ts"))).toEqual([]);
});
