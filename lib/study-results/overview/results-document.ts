import { defaultBins } from "#lib/metrics/calibration/calibration.ts";
import { getIntervals, type Intervals } from "#lib/study-results/overview/intervals.ts";
import { computeOverview } from "#lib/study-results/overview/overview.ts";
import {
  leastCoverage,
  type ModelPoints,
  type PartPoints,
  type Points,
} from "#lib/study-results/overview/types.ts";
import type { ResultsDocument } from "#lib/study-results/overview/results-schema.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { isInterim, leastForClaim, type View } from "#lib/study-results/schema.ts";
import { countPassed } from "#lib/study-results/rows/selection.ts";
import { compareBest, compareVariants, type Compared } from "#lib/study-results/overview/variants.ts";

/** Every figure of the overview, unrounded: what the screen, the command line, programs and the report agree on. */
export async function writeResults(rows: StudyRows, view: View): Promise<ResultsDocument> {
  const points = computeOverview(rows, view);
  const intervals = await getIntervals(rows, view);
  const tracks = await writeParts(rows, points.tracks, (track) => ({ ...view, track }));
  const strata = await writeParts(rows, points.strata, (stratum) => ({
    ...view,
    stratum: stratum as View["stratum"],
  }));
  const variants = await compareVariants(rows, view);
  const { slug, title, state, benchmark, openedAt, closedAt, isDemo } = rows.study;
  const { b, seed, level } = intervals;
  return {
    schema: "benchside-results/1",
    study: {
      slug,
      title,
      state,
      benchmark: { slug: benchmark.slug, name: benchmark.name },
      openedAt: openedAt.toISOString(),
      closedAt: closedAt?.toISOString() ?? null,
      isDemo,
    },
    stamp: rows.stamp,
    view,
    isInterim: isInterim(rows.study),
    isSimulated: view.who === "simulated",
    people: {
      ...writePeople(points, intervals.people),
      casesOnly: intervals.peopleCasesOnly,
      naive: points.people.naive,
      ...(rows.study.design.questions.mayPass && { passed: countPassed({ rows, view }) }),
    },
    consensus: { ...points.consensus, interval: intervals.consensus },
    chance: points.chance,
    models: points.models.map((model) => writeModel(model, intervals)),
    tracks,
    strata,
    variants: variants.map((variant) => ({
      key: variant.key,
      turned: variant.turned,
      differs: variant.differs,
      people: writePeople(variant.points, variant.people),
      best: writeBest(variant.best),
    })),
    method: {
      b,
      seed,
      level,
      bins: defaultBins,
      leastAnswers: leastForClaim.answers,
      leastCases: leastForClaim.cases,
      leastCoverage,
    },
  };
}

function writePeople({ people }: Points, interval: Compared["people"]) {
  const { n, right, accuracy, isClaimable, reason } = people;
  return { n, right, accuracy, interval, isClaimable, reason };
}

function writeBest(best: Compared["best"]): ResultsDocument["variants"][number]["best"] {
  if (!best) return null;
  const { runId, model, method, version, answered, top1 } = best.model;
  return { runId, model, method, version, answered, top1, interval: best.interval };
}

function writeModel(model: ModelPoints, { models, gaps }: Intervals): ResultsDocument["models"][number] {
  const { p = null, ...gap } = gaps.get(model.runId) ?? { p: null };
  return {
    ...model,
    interval: models.get(model.runId) ?? null,
    gap: { ...model.gap, interval: "low" in gap ? gap : null, p },
  };
}

async function writeParts(
  rows: StudyRows,
  parts: readonly PartPoints[],
  viewOf: (name: string) => View,
): Promise<ResultsDocument["tracks"]> {
  const written: ResultsDocument["tracks"] = [];
  for (const { name, points } of parts) {
    const { people, best } = await compareBest(rows, viewOf(name), points);
    written.push({
      name,
      people: writePeople(points, people),
      consensus: points.consensus,
      chance: points.chance,
      best: writeBest(best),
    });
  }
  return written;
}
