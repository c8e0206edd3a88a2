import { rmSync } from "node:fs";
import { runBenchside } from "#bench/support/personaeval/command.ts";
import { madeUpModels } from "#bench/support/personaeval/writing/models.ts";
import type { Server } from "#bench/support/personaeval/server.ts";
import { trackNames, type Counts } from "#bench/support/personaeval/writing/tracks.ts";
import { writeBenchmark } from "#bench/support/personaeval/writing/write-benchmark.ts";
import { writeResults } from "#bench/support/personaeval/writing/write-results.ts";

/** The benchmark and its 19 models, imported as an admin does. */
export async function fillBenchmark(
  { folder, dataDir, vacuum }: Server,
  name: string,
  input: { seed: number; cases: Counts },
): Promise<void> {
  const { files } = writeBenchmark({ dir: folder, ...input });
  const tracks = trackNames.flatMap((track) => ["--track", `${track}=${files[track]}`]);
  await runBenchside(["benchmark", "import", name, ...tracks, "--language", "Drama=zh"], dataDir);
  const results = writeResults({ dir: folder, ...input, models: madeUpModels }).files;
  for (const [model, ofModel] of Map.groupBy(results, (file) => file.model)) {
    const given = ofModel.flatMap(({ track, file }) => ["--track", `${track}=${file}`]);
    await runBenchside(["results", "import", name, "--model", model, ...given], dataDir);
  }
  for (const file of [...Object.values(files), ...results.map((result) => result.file)]) rmSync(file);
  // What the database does by itself within some minutes.
  await vacuum();
}
