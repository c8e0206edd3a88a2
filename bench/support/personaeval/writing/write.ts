import { mkdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { madeUpModels } from "#bench/support/personaeval/writing/models.ts";
import { scaleCounts } from "#bench/support/personaeval/writing/tracks.ts";
import { writeBenchmark } from "#bench/support/personaeval/writing/write-benchmark.ts";
import { writeResults } from "#bench/support/personaeval/writing/write-results.ts";

const usage = "node bench/support/personaeval/writing/write.ts DIR [--scale 0.01] [--models 2] [--seed 1]";
const options = {
  scale: { type: "string", default: "0.01" },
  models: { type: "string", default: "2" },
  seed: { type: "string", default: "1" },
} as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const [dir] = positionals;
const [scale, count, seed] = [Number(values.scale), Number(values.models), Number(values.seed)];
if (!dir || !(scale > 0) || !(count >= 0) || !Number.isInteger(seed)) {
  console.error(`usage: ${usage}`);
  process.exit(2);
}
const folder = path.resolve(dir);
mkdirSync(folder, { recursive: true });
const cases = scaleCounts(scale);
const models = madeUpModels.slice(0, count);
const benchmark = writeBenchmark({ dir: folder, seed, cases });
const results = writeResults({ dir: folder, seed, cases, models });
const truth = { benchmark: benchmark.truth, runs: results.truth };
console.log(JSON.stringify({ bytes: benchmark.bytes + results.bytes, truth }, null, 2));
