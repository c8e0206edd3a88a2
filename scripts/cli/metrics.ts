import type { Command } from "commander";
import type { RunMetrics } from "#lib/model-runs/schema.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { requireBenchmark } from "#scripts/cli/import-job.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";

type Options = { model?: string; json?: boolean };

export function addMetricsCommand(program: Command): void {
  program
    .command("metrics")
    .description("print every figure of every model run, unrounded; track null means all cases pooled")
    .argument("<name>", "name or address of the benchmark")
    .option("--model <model>", "only runs of this model")
    .option("--json", "print one JSON array")
    .action(print);
}

const shown = ["n", "failed", "top1", "top2", "meanRank", "ece", "brier", "f1"] as const;

async function print(name: string, options: Options): Promise<void> {
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { listRuns } = await import("#lib/model-runs/queries.ts");
    const { id } = await requireBenchmark(name);
    const all = await listRuns(operator(), id);
    const runs = all.filter(({ run }) => options.model === undefined || run.model === options.model);
    if (runs.length === 0 && options.model !== undefined) {
      const known = [...new Set(all.map(({ run }) => run.model))].join(", ") || "none yet";
      throw new Refusal(`no runs of ${options.model}; models with runs: ${known}`);
    }
    const figures = runs.flatMap(({ pooled, tracks }) => [...tracks, pooled]).map(figureOf);
    report(options.json, figures, figures.map(lineOf));
  });
}

function figureOf(metrics: RunMetrics) {
  const { model, method, version, isFilter, isFake, track } = metrics;
  const figures = Object.fromEntries(shown.map((name) => [name, metrics[name]])) as Pick<
    RunMetrics,
    (typeof shown)[number]
  >;
  return { model, method, version, isFilter, isFake, track, ...figures };
}

function lineOf({
  model,
  method,
  version,
  isFilter,
  isFake,
  track,
  ...figures
}: ReturnType<typeof figureOf>): string {
  const run = [model, method, version].filter((part) => part !== "").join(", ");
  const written = Object.entries(figures).map(([name, value]) => `${name} ${value ?? "undefined"}`);
  const mark = isFake ? "  (made by a fake server)" : isFilter ? "  (filtered the benchmark)" : "";
  return `${run}${mark}  ${track ?? "all cases pooled"}  ${written.join("  ")}`;
}
