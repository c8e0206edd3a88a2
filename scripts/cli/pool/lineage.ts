import type { Command } from "commander";
import type { FlowInput } from "#lib/figures/drawn/flow.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { requireBenchmark } from "#scripts/cli/import-job.ts";
import { printFile, printLines, Refusal } from "#scripts/cli/outcome.ts";

type Options = { json?: boolean; csv?: boolean };

export function addLineageCommand(benchmarks: Command): void {
  benchmarks
    .command("lineage")
    .description("say where a benchmark’s cases come from: what each stage took, left and dropped")
    .argument("<name>", "name or address of the benchmark")
    .option("--json", "print the file of the lineage, with settings, models and digests")
    .option("--csv", "print the counts of the funnel as a table")
    .action(showLineage);
}

async function showLineage(name: string, { json, csv }: Options): Promise<void> {
  if (json && csv) throw new Refusal("--json and --csv are two files: ask for one");
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { writeLineage } = await import("#lib/benchmarks/lineage/document.ts");
    const { getLineage } = await import("#lib/benchmarks/lineage/queries.ts");
    const { drawLineage, formatLineage } = await import("#lib/curation/funnel.ts");
    const { csvLine } = await import("#lib/files/csv/cell.ts");
    const { id, slug } = await requireBenchmark(name);
    const lineage = await getLineage(operator(), id);
    if (!lineage)
      throw new Refusal(
        `${slug} has no lineage: its cases were imported, neither made of a pool nor taken from another benchmark`,
      );
    const { content, hash } = writeLineage(lineage);
    const { figure, csv: rows } = drawLineage(lineage, "en");
    const lines = figure.kind === "flow" ? linesOf(figure.input) : [];
    if (json) printFile(content);
    else if (csv) printFile(rows.map(csvLine).join(""));
    else printLines([...lines, formatLineage(lineage, "en"), `SHA-256 of the lineage: ${hash}`]);
  });
}

/** The figure in words: a step a line, and below it what went out before the next. */
const linesOf = ({ steps }: FlowInput): string[] =>
  steps.flatMap(({ title, lines, leaving }) => [
    [title, ...lines].join(" · "),
    ...(leaving ? [`  ${leaving.title}`, ...leaving.lines.map((line) => `    ${line}`)] : []),
  ]);
