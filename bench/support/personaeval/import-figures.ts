import { rmSync } from "node:fs";
import type { Figure } from "#bench/support/figure.ts";
import { copyBare } from "#bench/support/personaeval/writing/bare-copy.ts";
import { runBenchside } from "#bench/support/personaeval/command.ts";
import { expectCounts } from "#bench/support/personaeval/expect-equal.ts";
import type { MadeUpModel } from "#bench/support/personaeval/writing/models.ts";
import type { Server } from "#bench/support/personaeval/server.ts";
import { trackNames, type Counts } from "#bench/support/personaeval/writing/tracks.ts";
import { writeBenchmark, type WrittenBenchmark } from "#bench/support/personaeval/writing/write-benchmark.ts";
import { writeResults, type WrittenResults } from "#bench/support/personaeval/writing/write-results.ts";

const MEMORY_MB = 400;
const BENCHMARK_LIMIT = 3;

type Input = { seed: number; cases: Counts };

const memory = (what: string, peakMB: number | null): Figure[] =>
  peakMB === null ? [] : [{ what, value: peakMB, unit: "MB", limit: MEMORY_MB }];

async function importBenchmark({ dataDir }: Server, name: string, { files, truth }: WrittenBenchmark) {
  const tracks = trackNames.flatMap((track) => ["--track", `${track}=${files[track]}`]);
  const ran = await runBenchside(
    ["benchmark", "import", name, ...tracks, "--language", "Drama=zh", "--json"],
    dataDir,
  );
  const report = JSON.parse(ran.printed) as { tracks: Record<string, Record<string, number>> };
  for (const track of trackNames) {
    const { cases, unparsed, duplicates } = truth[track];
    const expected = { cases, added: cases, unchanged: 0, changed: 0, unparsed, duplicates };
    expectCounts(`${name}, ${track}`, report.tracks[track], expected);
  }
  return ran;
}

function removeFiles(files: readonly string[]): void {
  for (const file of files) rmSync(file);
}

export async function measureBenchmark(server: Server, name: string, input: Input): Promise<Figure[]> {
  const written = writeBenchmark({ dir: server.folder, ...input });
  const files = Object.values(written.files);
  await server.settle();
  const bare = await copyBare(server.ownerUrl, files);
  await server.settle();
  const { seconds, peakMB } = await importBenchmark(server, name, written);
  removeFiles(files);
  return [
    { what: "benchmark files", value: written.bytes / 1e6, unit: "MB" },
    { what: "  bare COPY of their rows", value: bare, unit: "s" },
    { what: "  imported by the command", value: seconds, unit: "s", limit: BENCHMARK_LIMIT * bare },
    ...memory("  most memory of the importing process", peakMB),
  ];
}

/** Whether memory grows with the file: the same kinds of rows, more of them. */
export async function measureGrowth(server: Server, name: string, input: Input): Promise<Figure[]> {
  const written = writeBenchmark({ dir: server.folder, ...input });
  await server.settle();
  const { seconds, peakMB } = await importBenchmark(server, name, written);
  removeFiles(Object.values(written.files));
  return [
    { what: "larger benchmark files", value: written.bytes / 1e6, unit: "MB" },
    { what: "  imported by the command", value: seconds, unit: "s" },
    ...memory("  most memory of the importing process", peakMB),
  ];
}

type ResultInput = Input & { models: readonly MadeUpModel[] };

export async function measureResults(server: Server, name: string, input: ResultInput) {
  const written = writeResults({ dir: server.folder, ...input });
  const files = written.files.map(({ file }) => file);
  await server.settle();
  const bare = await copyBare(server.ownerUrl, files, { unlogged: true });
  await server.settle();
  const imported = await importResults(server, name, written);
  removeFiles(files);
  const rows = written.truth.counts.reduce((sum, counts) => sum + counts.rows, 0);
  const figures: Figure[] = [
    { what: `${files.length} result files`, value: written.bytes / 1e6, unit: "MB" },
    { what: "  rows", value: rows, unit: "" },
    { what: "  bare COPY into unlogged tables", value: bare, unit: "s" },
    {
      what: `  imported by ${input.models.length} commands`,
      value: imported.seconds,
      unit: "s",
      limit: bare,
    },
    ...memory("  most memory of an importing process", imported.peakMB),
  ];
  return { figures, truth: written.truth };
}

async function importResults({ dataDir }: Server, name: string, { files, truth }: WrittenResults) {
  let seconds = 0;
  let peakMB: number | null = null;
  for (const [model, ofModel] of Map.groupBy(files, (file) => file.model)) {
    const tracks = ofModel.flatMap(({ track, file }) => ["--track", `${track}=${file}`]);
    const ran = await runBenchside(
      ["results", "import", name, "--model", model, ...tracks, "--json"],
      dataDir,
    );
    seconds += ran.seconds;
    if (ran.peakMB !== null) peakMB = Math.max(peakMB ?? 0, ran.peakMB);
    const report = JSON.parse(ran.printed) as { runs: Record<string, unknown>[] };
    for (const counts of truth.counts.filter((count) => count.model === model)) {
      const found = report.runs.find((run) => run.track === counts.track);
      expectCounts(`${model}, ${counts.track}`, found, counts);
    }
  }
  return { seconds, peakMB };
}
