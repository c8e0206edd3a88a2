import { type Command, Option } from "commander";
import { clusterUnits, type ClusterUnit } from "#lib/benchmarks/schema.ts";
import { problemLines } from "#lib/files/file-problems.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { findFile } from "#scripts/cli/files.ts";
import { requireBenchmark } from "#scripts/cli/import-job.ts";
import { printFile, Refusal, report } from "#scripts/cli/outcome.ts";

type Options = { clusters?: ClusterUnit; sources?: string; suggestSources?: boolean; json?: boolean };

export function addDescribeCommand(benchmarks: Command): void {
  benchmarks
    .command("describe")
    .description("say what a benchmark’s cases come from")
    .argument("<name>", "name or address of the benchmark")
    .addOption(
      new Option("--clusters <unit>", "what results call cases that belong together").choices(clusterUnits),
    )
    .option("--sources <FILE>", "a CSV file with the columns track, case and source: the work of each case")
    .option(
      "--suggest-sources",
      "print such a file, guessed from characters’ names; stores nothing, check it before you use it",
    )
    .option("--json", "print one JSON object")
    .action(describe);
}

async function describe(name: string, { clusters, sources, suggestSources, json }: Options): Promise<void> {
  if (suggestSources && (clusters !== undefined || sources !== undefined || json))
    throw new Refusal("--suggest-sources stands alone: it prints a file and stores nothing");
  if (!suggestSources && clusters === undefined && sources === undefined)
    throw new Refusal("say what is to be stored: --clusters person, or --sources sources.csv");
  const file = sources === undefined ? null : findFile(sources);
  await withProduct(async (viewer) => {
    const { id, slug } = await requireBenchmark(viewer, name);
    const { getBenchmark } = await import("#lib/benchmarks/queries.ts");
    const { listNamedCases } = await import("#lib/benchmarks/sources/queries.ts");
    const { readSources, writeSources } = await import("#lib/benchmarks/sources/sources-file.ts");
    if (suggestSources) {
      const suggest = await import("#lib/benchmarks/sources/suggest-sources.ts");
      return printFile(writeSources(suggest.suggestSources(await listNamedCases(viewer, id))));
    }
    const { editBenchmark } = await import("#lib/benchmarks/mutations.ts");
    const { storeSources } = await import("#lib/benchmarks/sources/mutations.ts");
    const benchmark = await getBenchmark(viewer, slug);
    const read =
      file && benchmark
        ? await readSources(
            file,
            benchmark.tracks.map((track) => track.name),
          )
        : null;
    if (read && read.problems.length > 0) throw new Refusal(...problemLines(read.problems));
    const stored = read && file ? await storeSources(viewer, { id, file: file.name }, read.sources) : null;
    if (stored && !stored.ok) throw new Refusal(...problemLines(stored.problems));
    if (benchmark && clusters) await editBenchmark(viewer, slug, { ...benchmark, clusterUnit: clusters });
    const changed = stored?.ok ? stored.changed : 0;
    report(json, { benchmark: slug, clusters: clusters ?? benchmark?.clusterUnit ?? null, changed }, [
      ...(clusters ? [`clusters of ${slug}: ${clusters}`] : []),
      ...(read ? [`sources of ${slug}: ${changed} of ${read.sources.length} cases changed`] : []),
    ]);
  });
}
