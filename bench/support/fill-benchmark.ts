import { rmSync } from "node:fs";
import type { CommandResult } from "#bench/support/command.ts";
import { trackNames, writeBenchmark, writeResults, type Counts } from "#bench/support/personaeval.ts";
import type { Server } from "#bench/support/server.ts";

type Input = { seed: number; cases: Counts };

/** The three files of a benchmark, written, imported as an admin does it, and removed. */
export async function importBenchmark(
  { folder, run }: Server,
  name: string,
  input: Input,
): Promise<CommandResult & { bytes: number }> {
  const { files, bytes } = writeBenchmark({ dir: folder, ...input });
  const tracks = trackNames.flatMap((track) => ["--track", `${track}=${files[track]}`]);
  const order = ["benchmark", "import", name, ...tracks, "--language", "Drama=zh", "--json"];
  const ran = await run(order);
  const report = JSON.parse(ran.printed) as { tracks: Record<string, { cases: number; unparsed: number }> };
  for (const track of trackNames)
    if (report.tracks[track]?.cases !== input.cases[track] || report.tracks[track].unparsed > 0)
      throw new Error(`${track} was not imported as written: ${ran.printed}`);
  for (const file of Object.values(files)) rmSync(file);
  return { ...ran, bytes };
}

/** What nineteen models answered, one command for each. */
export async function importResults({ folder, run }: Server, name: string, input: Input) {
  const { files, bytes, rows } = writeResults({ dir: folder, ...input });
  let [seconds, peakMB, matched] = [0, 0, 0];
  for (const [model, ofModel] of Map.groupBy(files, (file) => file.model)) {
    const tracks = ofModel.flatMap(({ track, file }) => ["--track", `${track}=${file}`]);
    const order = ["results", "import", name, "--model", model, ...tracks, "--json"];
    const ran = await run(order);
    seconds += ran.seconds;
    peakMB = Math.max(peakMB, ran.peakMB ?? 0);
    const report = JSON.parse(ran.printed) as { runs: { matched: number }[] };
    for (const one of report.runs) matched += one.matched;
  }
  if (matched !== rows) throw new Error(`${matched} of ${rows} rows were matched`);
  for (const { file } of files) rmSync(file);
  return { files: files.length, bytes, rows, seconds, peakMB };
}

export async function fillBenchmark(server: Server, name: string, input: Input): Promise<void> {
  await importBenchmark(server, name, input);
  await importResults(server, name, input);
  // What the database does by itself within some minutes.
  await server.vacuum();
}
