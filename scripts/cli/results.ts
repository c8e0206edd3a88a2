import { Option, type Command } from "commander";
import type { RunReport } from "#lib/model-runs/result-row.ts";
import { problemLines, type ImportProblem } from "#lib/files/file-problems.ts";
import { epochMethods, type EpochMethod, type RunMetrics } from "#lib/model-runs/schema.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { requireBenchmark, runImport, outcomeLine } from "#scripts/cli/import-job.ts";
import { printFile, Refusal, report } from "#scripts/cli/outcome.ts";
import { addRunTable } from "#scripts/cli/table.ts";
import { collectPairs, findFile, readPairs } from "#scripts/cli/files.ts";
import { makerOf } from "#lib/studies/schema.ts";

type ImportOptions = {
  model?: string;
  track: string[];
  predictions: string[];
  log: string[];
  filter?: string;
  epochs: EpochMethod;
  method: string;
  modelVersion: string;
  replicate: string;
  ranAt: string;
  skipBad?: boolean;
  check?: boolean;
  json?: boolean;
};

export function addCommands(program: Command): void {
  const command = program.command("results").description("model results");
  command
    .command("import")
    .description("check result files and import them, all or nothing")
    .argument("<name>", "name or address of the benchmark")
    .option("--model <model>", "name of the model; not needed if the JSON Lines name it")
    .option(
      "--track <Track=FILE>",
      "results on one track, CSV or JSON Lines; may be repeated",
      collectPairs,
      [],
    )
    .option(
      "--predictions <FILE>",
      "a JSON Lines file whose rows name track and model; may be repeated",
      collectPairs,
      [],
    )
    .option(
      "--log <FILE>",
      "a log of Inspect (.eval or .json) or of lm-evaluation-harness (samples_….jsonl, and results_….json beside it for the model); may be repeated",
      collectPairs,
      [],
    )
    .option("--filter <name>", "which of the harness’s filters counts, where a log has several")
    .addOption(
      new Option(
        "--epochs <way>",
        "what becomes of a log’s epochs: runs of their own, or one run by majority or mean",
      )
        .choices(epochMethods)
        .default("runs"),
    )
    .option("--method <method>", "how the model was asked, such as “few-shot 5”", "zero-shot")
    .option("--model-version <version>", "version of the model", "")
    .option("--replicate <number>", "which of several runs of the same thing it is, from 1", "")
    .option("--ran-at <date>", "date of the run, such as 2026-05-31", "")
    .option("--skip-bad", "import the good rows and list the others")
    .option("--check", "check only, store nothing")
    .option("--json", "print one JSON object")
    .action(importResults);
  command
    .command("export")
    .description("write every prediction as JSON Lines to standard output")
    .argument("<name>", "name or address of the benchmark")
    .action(exportPredictions);
  addRunTable(
    command
      .command("table")
      .description("print one table of model figures as LaTeX, laid out as in PersonaEval")
      .argument("<name>", "name or address of the benchmark"),
  );
  program
    .command("metrics")
    .description("print every figure of every model run, unrounded; track null means all cases pooled")
    .argument("<name>", "name or address of the benchmark")
    .option("--model <model>", "only runs of this model")
    .option("--json", "print one JSON array")
    .action(printMetrics);
}

async function importResults(name: string, options: ImportOptions): Promise<void> {
  const described = {
    model: options.model ?? null,
    method: options.method,
    version: options.modelVersion,
    ranAt: options.ranAt,
    replicate: options.replicate,
  };
  const files = [
    ...readPairs("--track", options.track).map(([track, file]) => ({
      ...findFile(file),
      track,
      ...described,
    })),
    ...options.predictions.map((file) => ({ ...findFile(file), track: null, ...described })),
    ...options.log.map((file) => ({
      ...findFile(file),
      track: null,
      ...described,
      filter: options.filter ?? null,
      epochs: options.epochs,
    })),
  ];
  if (files.length === 0) throw new Refusal("name at least one file: --track Literary=Literary_gpt-4o.csv");
  await withProduct(async (viewer) => {
    const { resultImportPayload } = await import("#lib/imports/schema.ts");
    const { importResultFiles } = await import("#lib/imports/run.ts");
    const benchmark = await requireBenchmark(viewer, name);
    const mode = options.check ? "check" : "store";
    const payload = resultImportPayload.safeParse({
      benchmark: { id: benchmark.id, slug: benchmark.slug },
      mode,
      skipBad: options.skipBad ?? false,
      files,
    });
    if (!payload.success) {
      throw new Refusal(
        ...payload.error.issues.map((issue) => `${issue.path.at(-1)?.toString() ?? ""}: ${issue.message}`),
      );
    }
    const { report: found, problems } = await runImport(
      viewer,
      "import_results",
      benchmark,
      payload.data,
      (control) => importResultFiles(viewer, payload.data, control),
    );
    const { runs, stored } = found;
    report(options.json, { runs, problems, stored }, linesOf(runs, problems, stored, mode));
    if (!stored && mode === "store") process.exitCode = 1;
  });
}

function linesOf(
  runs: readonly RunReport[],
  problems: readonly ImportProblem[],
  stored: boolean,
  mode: "check" | "store",
): string[] {
  const counts = runs.map(
    (run) =>
      `${run.model} (${run.method}) on ${run.track}: ${run.rows} rows, ${run.matched} matched, ${run.repaired} repaired, ` +
      `${run.normalised} normalised, ${run.failed} failed calls, ${run.unmatched} unmatched, ${run.missing} cases without a row, ` +
      `${run.resDiffers} whose res is not the most probable option`,
  );
  const changes = runs.some(({ outcome }) => outcome !== "unchanged");
  return [...counts, ...problemLines(problems), outcomeLine(stored, changes, mode)];
}

async function exportPredictions(name: string): Promise<void> {
  await withProduct(async (viewer) => {
    const { exportPredictionLines } = await import("#lib/model-runs/export-runs.ts");
    const { id } = await requireBenchmark(viewer, name);
    for await (const line of exportPredictionLines(viewer, id)) printFile(line);
  });
}

const shown = ["n", "failed", "judged", "top1", "top2", "meanRank", "ece", "brier", "f1"] as const;

async function printMetrics(name: string, options: { model?: string; json?: boolean }): Promise<void> {
  await withProduct(async (viewer) => {
    const { listRuns } = await import("#lib/model-runs/queries.ts");
    const { id } = await requireBenchmark(viewer, name);
    const all = await listRuns(viewer, id);
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
  const { model, method, version, isFilter, isFake, isPeople, track } = metrics;
  const figures = Object.fromEntries(shown.map((name) => [name, metrics[name]])) as Pick<
    RunMetrics,
    (typeof shown)[number]
  >;
  return { model, method, version, isFilter, isFake, isPeople, track, ...figures };
}

const makers = { fake: "made by a fake server", people: "people", simulated: "simulated people" } as const;

function lineOf({
  model,
  method,
  version,
  isFilter,
  isFake,
  isPeople,
  track,
  judged,
  ...figures
}: ReturnType<typeof figureOf>): string {
  const run = [model, method, version].filter((part) => part !== "").join(", ");
  const written = Object.entries(figures).map(([name, value]) => `${name} ${value ?? "–"}`);
  const cases = `judged ${judged} cases without a right answer: see \`results table\``;
  if (judged > 0) written.splice(0, figures.n === 0 ? written.length : 0, cases);
  const made = makerOf({ isFake, isPeople });
  const mark = made ? `  (${makers[made]})` : isFilter ? "  (filtered the benchmark)" : "";
  return `${run}${mark}  ${track ?? "all cases pooled"}  ${written.join("  ")}`;
}
