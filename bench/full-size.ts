import type { Figure } from "#bench/support/figure.ts";
import {
  measureBenchmark,
  measureGrowth,
  measureResults,
} from "#bench/support/personaeval/import-figures.ts";
import { measureFolder } from "#bench/support/personaeval/folder-figures.ts";
import { measureLists } from "#bench/support/personaeval/list-figures.ts";
import { measureMetrics } from "#bench/support/personaeval/metric-figures.ts";
import { madeUpModels } from "#bench/support/personaeval/writing/models.ts";
import { openQuestions } from "#bench/support/personaeval/product.ts";
import { openServer } from "#bench/support/personaeval/server.ts";
import { scaleCounts } from "#bench/support/personaeval/writing/tracks.ts";

export const name = "full-size";
export const about =
  "a benchmark of PersonaEval's size with 19 models: imports, figures, lists (95th percentile), and a folder of it";

const SEED = 2026;
const NAME = "Full size";
const GROWTH = 4;
/** For trying the bench itself out; figures count at 1. */
const scale = Number(process.env.BENCH_SCALE ?? 1);

// One bench, for what the imports leave is what figures and lists are measured on.
export async function run(): Promise<Figure[]> {
  const server = await openServer();
  const whole = { seed: SEED, cases: scaleCounts(scale) };
  const larger = { seed: SEED + 1, cases: scaleCounts(scale * GROWTH) };

  const benchmark = await measureBenchmark(server, NAME, whole);
  const results = await measureResults(server, NAME, { ...whole, models: madeUpModels });
  // What the database does by itself within some minutes.
  await server.vacuum();
  const questions = await openQuestions(server, NAME);
  const metrics = await measureMetrics(questions, results.truth.figures);
  const lists = await measureLists(questions);
  const folder = await measureFolder(server, NAME);
  const growth = await measureGrowth(server, `${NAME} times ${GROWTH}`, larger);
  return [...benchmark, ...growth, ...results.figures, ...metrics, ...lists, ...folder];
}
