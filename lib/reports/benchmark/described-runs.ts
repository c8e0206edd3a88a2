import product from "#package.json" with { type: "json" };
import type { RunRow } from "#lib/model-runs/schema.ts";
import { makeRunTables } from "#lib/reports/benchmark/run-tables.ts";
import { shortenRuns } from "#lib/reports/latex/short-names.ts";
import { t } from "#lib/reports/words.ts";

type BenchmarkFacts = {
  name: string;
  slug: string;
  cases: number;
  tracks: readonly { name: string }[];
};

/** The tables of a benchmark's models, with what stands above each and what they call the runs. */
export function describeRunTables({ name, slug, cases, tracks }: BenchmarkFacts, runs: readonly RunRow[]) {
  return {
    tables: makeRunTables(
      runs,
      tracks.map((track) => track.name),
    ),
    head: [
      t("tables.runs.of_benchmark", { name, slug, cases }),
      t("tables.runs.by", { version: product.version }),
    ],
    names: shortenRuns(runs.map(({ run }) => run)),
  };
}
