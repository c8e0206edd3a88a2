import type { Figure } from "#bench/support/figure.ts";
import { openServer } from "#bench/support/personaeval/server.ts";
import { scaleCounts } from "#bench/support/personaeval/writing/tracks.ts";
import { answerAll, copyRuns } from "#bench/support/study/all-answered.ts";
import { ownCases, sameCases } from "#bench/support/study/design.ts";
import { fillBenchmark } from "#bench/support/study/fill-benchmark.ts";
import { openStudies, type Studies } from "#bench/support/study/product.ts";
import { measureDrawing, measurePaint } from "#bench/support/study/paint-figures.ts";
import { measureLoad, measureResults } from "#bench/support/study/results-figures.ts";
import { openSignedIn } from "#bench/support/study/signed-in.ts";
import type { Design } from "#lib/studies/schema.ts";

export const name = "results";
export const about = "every screen of the results: 20 people with 19 runs, 2,000 with 30 (95th percentile)";

const NAME = "Full size";
/** For trying the bench itself out; figures count at 1. */
const scale = Number(process.env.BENCH_SCALE ?? 1);

export async function run(): Promise<Figure[]> {
  const server = await openServer();
  await fillBenchmark(server, NAME, { seed: 2026, cases: scaleCounts(scale) });
  const studies = await openStudies(server, NAME);
  const people = Math.max(20, Math.round(2000 * scale));
  const small = await openedStudy(studies, "Small", sameCases(studies, 20));
  // As many cases as are drawn as points of their own.
  const middle = await openedStudy(studies, "Middle", ownCases(studies, 40, 0.5));
  const large = await openedStudy(studies, "Large", ownCases(studies, people, 0.5));
  await answerAll(server.ownerUrl, small.id, 20);
  await answerAll(server.ownerUrl, middle.id, 40);
  const { answers, cases } = await answerAll(server.ownerUrl, large.id, people);
  const site = await openSignedIn(server);
  const ofSmall = await measureResults(site, server, small.slug, { limitMs: 50 });
  const underLoad = await measureLoad(site, small.slug);
  const painted = await measurePaint(site, small.slug);
  await copyRuns(server.ownerUrl, 11);
  await server.vacuum();
  const ofLarge = await measureResults(site, server, large.slug, { limitMs: 200 });
  const drawn = await measureDrawing(site, `/studies/${middle.slug}/results/cases`);
  return [
    { what: "20 people × the same 50 cases, 19 runs", value: 1000, unit: "answers" },
    ...ofSmall,
    ...underLoad,
    ...painted,
    {
      what: `${people} people × 50 own cases, 30 runs, ${cases} cases served`,
      value: answers,
      unit: "answers",
    },
    ...ofLarge,
    ...drawn,
  ];
}

async function openedStudy(studies: Studies, title: string, design: Design) {
  const study = await studies.draft(title, design);
  const { problems, sample } = await studies.plan(study.slug);
  if (!sample?.ok || problems.length > 0)
    throw new Error(`this can't open: ${JSON.stringify({ problems, sample }).slice(0, 2000)}`);
  await studies.open(study.slug, sample.plan.digest);
  return study;
}
