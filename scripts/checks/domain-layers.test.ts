import { expect, test } from "vitest";
import { readImportGraph } from "#scripts/checks/import-graph.ts";

// From below upwards, types included. Domains of one layer don't know each other either.
const layers: readonly (readonly string[])[] = [
  // Ground
  ["files", "i18n", "seeds"],
  ["database"],
  ["bulk", "health"],
  ["auth"],
  ["api-tokens", "monitoring", "preferences", "users"],
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
  ["demo", "worker"],
  ["first-run"],
];

// The list may only become shorter.
const upwards = [
  "task-kinds → lib/reports/facts.ts",
  "task-kinds → lib/reports/head.ts",
  "task-kinds → lib/reports/judged/comparison-table.ts",
  "task-kinds → lib/reports/judged/points.ts",
  "task-kinds → lib/reports/methods/analyses.ts",
  "task-kinds → lib/reports/schema.ts",
  "task-kinds → lib/reports/tables/agreement-tables.ts",
  "task-kinds → lib/reports/tables/printed-table.ts",
  "task-kinds → lib/reports/words.ts",
  "task-kinds → lib/study-results/agreement/alternative.ts",
  "task-kinds → lib/study-results/figure-schemas.ts",
  "task-kinds → lib/study-results/figures.ts",
  "task-kinds → lib/study-results/interim-policy.ts",
  "task-kinds → lib/study-results/models/models.ts",
  "task-kinds → lib/study-results/overview/packed-selection.ts",
  "task-kinds → lib/study-results/overview/types.ts",
  "task-kinds → lib/study-results/resampling/run-bootstrap.ts",
  "task-kinds → lib/study-results/rows/choices.ts",
  "task-kinds → lib/study-results/rows/memoize.ts",
  "task-kinds → lib/study-results/rows/rows.ts",
  "task-kinds → lib/study-results/rows/selection.ts",
  "task-kinds → lib/study-results/schema.ts",
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

test("domains import downwards alone, types included, but for what is listed", () => {
  expect(listUpwards(edges)).toEqual(upwards.toSorted());
});

test("an import of a type upwards would be found", () => {
  const bent = new Map(edges).set("lib/jobs/handler.ts", ["lib/imports/schema.ts", "lib/audit/schema.ts"]);
  expect(listUpwards(bent)).toContain("jobs → lib/imports/schema.ts");
  expect(listUpwards(bent)).toContain("jobs → lib/audit/schema.ts");
  expect(edges.get("lib/study-exports/schema.ts")).toContain("lib/task-kinds/exports.ts");
});
