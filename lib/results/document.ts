import { clusterUnitOf } from "#lib/study-results/cluster-words.ts";
import { defaultBins } from "#lib/metrics/calibration/calibration.ts";
import { getSelfAgreement } from "#lib/study-results/agreement/self-agreement-queries.ts";
import { getBenchmark } from "#lib/study-results/whole-benchmark/benchmark.ts";
import { renderArms } from "#lib/study-results/arms/arms.ts";
import { getIntervals, getOfPersons, type Intervals } from "#lib/study-results/overview/intervals.ts";
import { computeOverview, getFewerVotes } from "#lib/study-results/overview/overview.ts";
import { computeHeadline, type Headline } from "#lib/study-results/overview/headline.ts";
import { getPlaces } from "#lib/study-results/overview/places.ts";
import { getSensitivity } from "#lib/study-results/overview/mixed-model.ts";
import { getResampled } from "#lib/study-results/overview/resampled.ts";
import {
  findComparisonModel,
  type ModelPoints,
  type PartPoints,
  type Points,
} from "#lib/study-results/overview/types.ts";
import { hasTables } from "#lib/results/automatic/automatic.ts";
import { renderAutomatic } from "#lib/results/automatic/numbers.ts";
import { getStudyTables } from "#lib/results/automatic/study-tables.ts";
import type { ResultsDocument } from "#lib/results/document-schema.ts";
import { renderJson } from "#lib/results/render/table.ts";
import { listTables } from "#lib/results/tables.ts";
import { findPublished, matchRuns } from "#lib/study-results/figures/published-rows.ts";
import { renderOwnResults } from "#lib/study-results/kinds/registry.ts";
import { rules } from "#lib/study-results/rules.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { isInterim, minForClaim, selectorsOf, type View } from "#lib/study-results/schema.ts";
import { countPassed } from "#lib/study-results/rows/selection.ts";
import {
  compareWithModel,
  compareVariants,
  type VariantComparison,
} from "#lib/study-results/overview/variants.ts";

/** Every figure of the overview, unrounded: what the screen, the command line, programs and the report agree on. */
export async function writeResults(
  rows: StudyRows,
  view: View,
  { withPublished = false, by }: { withPublished?: boolean; by?: string | undefined } = {},
): Promise<ResultsDocument> {
  const published = withPublished ? writePublished(rows, view) : null;
  const points = computeOverview(rows, view);
  const intervals = getIntervals(rows, view);
  const beside = findComparisonModel(rows.study.comparatorRunId, points.models);
  const resampled = await getResampled(rows, view, beside?.model.runId ?? null);
  const mixedModel = await getSensitivity(rows, view);
  const selfAgreement = await getSelfAgreement(rows, view);
  const arms = renderArms(rows, view);
  const automatic = await getStudyTables(rows, view, by);
  const { b, seed, level } = resampled;
  return {
    schema: "benchside-results/2",
    study: writeStudy(rows),
    selectors: selectorsOf(rows.study),
    stamp: rows.stamp,
    view,
    isInterim: isInterim(rows.study),
    isSimulated: view.who === "simulated",
    people: {
      ...writePeople(points, intervals.people),
      naive: points.people.naive,
      ofPersons: getOfPersons(rows, view),
      ...(rows.study.design.questions.mayPass && { passed: countPassed({ rows, view }) }),
    },
    consensus: { ...writeConsensus(rows, view, points), interval: intervals.consensus },
    chance: points.chance,
    beside: writeBeside(compareWithModel(rows, view, points).beside),
    comparator: writeComparator(computeHeadline(rows, view)),
    models: points.models.map((model) => ({
      ...writeModel(model, intervals),
      places: getPlaces(rows, view).get(model.runId) ?? null,
    })),
    tracks: writeParts(rows, points.tracks, (track) => ({ ...view, track })),
    strata: writeParts(rows, points.strata, (stratum) => ({ ...view, stratum: stratum as View["stratum"] })),
    benchmark: getBenchmark(rows, view),
    variants: compareVariants(rows, view).map((variant) => ({
      key: variant.key,
      turned: variant.turned,
      differs: variant.differs,
      people: writePeople(variant.points, variant.people),
      model: writeBeside(variant.beside),
    })),
    resampled: {
      b,
      seed,
      people: resampled.people,
      peopleCasesOnly: resampled.peopleCasesOnly,
      modelGap: resampled.gap,
    },
    mixedModel,
    ...(selfAgreement && { selfAgreement }),
    ...(arms && { arms }),
    ...(published && { published }),
    tables: Object.fromEntries(
      listTables(rows, view).map(({ spec, table }) => [spec.name, renderJson(table)]),
    ),
    ...(hasTables(automatic) && { automatic: renderAutomatic(automatic) }),
    ...(await renderOwnResults(rows, view, by)),
    method: writeMethod(rows, intervals, level),
  };
}

const writeMethod = (rows: StudyRows, intervals: Intervals, level: number): ResultsDocument["method"] => ({
  rules,
  level,
  works: intervals.works,
  clusterUnit: clusterUnitOf(rows),
  everyLook: intervals.isLook,
  bins: defaultBins,
  leastAnswers: minForClaim.answers,
  leastPeople: minForClaim.people,
  leastCases: minForClaim.cases,
});

function writePublished(rows: StudyRows, view: View): ResultsDocument["published"] | null {
  const found = findPublished(rows, view);
  if (!found) return null;
  const { citation, source, cases, people, models } = found;
  const runs = [...matchRuns(rows, found)];
  return {
    citation,
    source,
    cases,
    people: { share: people.value, answers: people.answers, isPrinted: people.isPrinted },
    models: models.map((printed) => ({
      name: printed.name,
      share: printed.value,
      runId: runs.find(([, matched]) => matched === printed)?.[0] ?? null,
    })),
  };
}

function writeStudy({ study }: StudyRows): ResultsDocument["study"] {
  const { slug, title, state, benchmark, openedAt, closedAt, isDemo } = study;
  return {
    slug,
    title,
    state,
    isDemo,
    benchmark: { slug: benchmark.slug, name: benchmark.name },
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  };
}

function writePeople({ people }: Points, interval: VariantComparison["people"]) {
  const { n, right, accuracy, withMissing, isClaimable, reason } = people;
  return { n, right, accuracy, withMissing, interval, isClaimable, reason };
}

const writeConsensus = (rows: StudyRows, view: View, { consensus }: Points) => ({
  ...consensus,
  fewer: getFewerVotes(rows, view),
});

function writeBeside(beside: VariantComparison["beside"]): ResultsDocument["variants"][number]["model"] {
  if (!beside) return null;
  const { interval, chosen } = beside;
  const { runId, model, method, version, answered, top1, withMissing } = beside.model;
  return { runId, model, method, version, chosen, answered, top1, withMissing, interval };
}

function writeComparator({ comparator, disagreement }: Headline): ResultsDocument["comparator"] {
  if (!comparator) return null;
  const { model, outcome, isNoWorse, couldFind, weakness } = comparator;
  return { runId: model.runId, outcome, isNoWorse, couldFind, weakness, disagreement };
}

/** A block for each comparison: its difference, the interval and the test of this very difference. */
function writeModel(
  { gap, vote, ...model }: ModelPoints,
  { models, gaps, votes }: Intervals,
): Omit<ResultsDocument["models"][number], "places"> {
  const {
    value = null,
    sides = null,
    interval = null,
    p = null,
    holm = null,
    equivalence = null,
  } = gaps.get(model.runId) ?? {};
  const ofVote = votes.get(model.runId);
  return {
    ...model,
    interval: models.get(model.runId) ?? null,
    peopleLessModel: { ...gap, value, sides, interval, p, holm, equivalence },
    consensusLessModel: {
      ...vote,
      value: ofVote?.value ?? null,
      interval: ofVote?.interval ?? null,
      p: ofVote?.p ?? null,
      midP: ofVote?.midP ?? null,
      holm: ofVote?.holm ?? null,
    },
  };
}

const writeParts = (
  rows: StudyRows,
  parts: readonly PartPoints[],
  viewOf: (name: string) => View,
): ResultsDocument["tracks"] =>
  parts.map(({ name, points }) => {
    const { people, beside } = compareWithModel(rows, viewOf(name), points);
    return {
      name,
      people: writePeople(points, people),
      consensus: writeConsensus(rows, viewOf(name), points),
      chance: points.chance,
      model: writeBeside(beside),
    };
  });
