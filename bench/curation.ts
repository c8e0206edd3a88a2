import { measureConfidence } from "#bench/support/curation/confidence-figures.ts";
import { measurePool } from "#bench/support/curation/pool-figures.ts";
import { openCurationStage } from "#bench/support/curation/stage.ts";
import type { Figure } from "#bench/support/figure.ts";

export const name = "curation";
export const about =
  "110,000 cases filtered by three of 19 runs; a pool of 110,000 exchanges through all stages, distractors among 20,000 roles by three models";

/** For trying the bench itself out; figures count at 1. */
const scale = Number(process.env.BENCH_SCALE ?? 1);

export async function run(): Promise<Figure[]> {
  const stage = await openCurationStage();
  return [...(await measureConfidence(stage, scale)), ...(await measurePool(stage, scale))];
}
