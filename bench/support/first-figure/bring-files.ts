import type { Follower } from "#bench/support/first-figure/follower.ts";
import { madeUpModels } from "#bench/support/personaeval/writing/models.ts";
import { scaleCounts, trackNames } from "#bench/support/personaeval/writing/tracks.ts";
import { writeBenchmark } from "#bench/support/personaeval/writing/write-benchmark.ts";
import { writeResults } from "#bench/support/personaeval/writing/write-results.ts";

const SEED = 2026;
/** Of the release's cases: enough for 45, 3 and 2 that a model was sure of and wrong about. */
const SHARE = 0.13;

export type Files = {
  benchmark: readonly string[];
  results: readonly string[];
  /** The one that selects the cases. */
  model: string;
  cases: number;
  bytes: number;
};

/** What the guide wants to have beside the clone: three tracks, and what two models answered. */
export function writeFiles(dir: string): Files {
  const cases = scaleCounts(SHARE);
  const models = madeUpModels.filter(({ name }) => ["cobalt-1.5-flash", "delta_chat"].includes(name));
  const benchmark = writeBenchmark({ dir, seed: SEED, cases });
  const results = writeResults({ dir, seed: SEED, cases, models });
  return {
    benchmark: Object.values(benchmark.files),
    results: results.files.map(({ file }) => file),
    model: models[0]?.name ?? "",
    cases: trackNames.reduce((sum, track) => sum + cases[track], 0),
    bytes: benchmark.bytes + results.bytes,
  };
}

const isStored = ({ page }: Follower) => page.getByText("Stored", { exact: true }).first().waitFor();

export async function bringBenchmark(guide: Follower, { benchmark }: Files): Promise<void> {
  await guide.press("Benchmarks");
  await guide.press("New benchmark");
  await guide.fill("Name", "PersonaEval");
  await guide.press("Create the benchmark");
  await guide.press("Import files");
  await guide.upload("Choose files", benchmark);
  await guide.press("Check 3 files");
  await guide.press("Store");
  await isStored(guide);
}

export async function bringResults(guide: Follower, { results }: Files): Promise<void> {
  await guide.press("Import more files");
  await guide.upload("Choose files", results);
  await guide.press("Check 6 files");
  await guide.press("Store");
  await isStored(guide);
  await guide.press("See the figures");
}
