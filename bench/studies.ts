import type { Figure } from "#bench/support/figure.ts";
import { openServer } from "#bench/support/personaeval/server.ts";
import { scaleCounts } from "#bench/support/personaeval/writing/tracks.ts";
import { measureEligible } from "#bench/support/study/eligible-figures.ts";
import { fillBenchmark } from "#bench/support/study/fill-benchmark.ts";
import { answerHalf } from "#bench/support/study/half-answered.ts";
import { measureLive } from "#bench/support/study/live-figures.ts";
import { measureOpening } from "#bench/support/study/opening-figures.ts";
import { measurePower } from "#bench/support/study/power-figures.ts";
import { openStudies } from "#bench/support/study/product.ts";
import { openSignedIn } from "#bench/support/study/signed-in.ts";

export const name = "studies";
export const about =
  "studies on a benchmark of PersonaEval's size with 19 models: counting, opening, watching (95th percentile)";

const NAME = "Full size";
/** For trying the bench itself out; figures count at 1. */
const scale = Number(process.env.BENCH_SCALE ?? 1);

export async function run(): Promise<Figure[]> {
  const power = await measurePower();
  const server = await openServer();
  await fillBenchmark(server, NAME, { seed: 2026, cases: scaleCounts(scale) });
  const studies = await openStudies(server, NAME);
  const { ask } = await openSignedIn(server);
  const eligible = await measureEligible(studies, ask);

  const { figures: opening, study } = await measureOpening(studies, Math.max(20, Math.round(2000 * scale)));
  const { sittings, answers } = await answerHalf(server.ownerUrl, study.id);
  await server.vacuum();
  const live = await measureLive(ask, study.slug);
  const watched: Figure[] = [
    { what: "sittings watched", value: sittings, unit: "" },
    { what: "  with answers", value: answers, unit: "" },
  ];
  return [...eligible, ...opening, ...watched, ...live, ...power];
}
