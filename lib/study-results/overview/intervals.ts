import type { Figures } from "#lib/metrics/measure.ts";
import { pairedDifference } from "#lib/metrics/tests/paired-difference.ts";
import { mcnemarExact, mcnemarMidP } from "#lib/metrics/tests/mcnemar.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import {
  gapInterval,
  measureGap,
  measureGapOf,
  pAgainst,
  weighPeople,
  type Gap,
  type WeightedPeople,
} from "#lib/metrics/two-way/gap.ts";
import { modelInterval, modelMean, peopleInterval, type ModelMean } from "#lib/metrics/two-way/intervals.ts";
import { weighPeopleAlike } from "#lib/metrics/two-way/input.ts";
import { everyLookGap, everyLookInterval } from "#lib/metrics/two-way/every-look.ts";
import { weightedInterval, type WeightedPart } from "#lib/metrics/two-way/weighted.ts";
import type { TwoWayMean } from "#lib/metrics/two-way/variance.ts";
import { judgeWorks, type DesignEffect } from "#lib/metrics/two-way/works.ts";
import type { VoteCredits } from "#lib/metrics/scores/vote-credits.ts";
import { getPoints, getSelection } from "#lib/study-results/overview/overview.ts";
import { packSelection, scoresOf, strictScoresOf } from "#lib/study-results/overview/packed-selection.ts";
import type { Interval, ModelPoints } from "#lib/study-results/overview/types.ts";
import { countVotes, creditCases } from "#lib/study-results/overview/votes.ts";
import { holdsAtEveryLook, looksOf } from "#lib/study-results/interim-policy.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { plannedEnd, viewKey, type View, type Population } from "#lib/study-results/schema.ts";
import type { Selection } from "#lib/study-results/rows/selection.ts";

/** A difference with the interval, and the test, of this very difference. */
export type Difference = {
  readonly value: number | null;
  readonly interval: Interval;
  readonly p: number | null;
  /** Adjusted for all models of its block. */
  readonly holm: number | null;
};

export type Side = { readonly value: number; readonly interval: Interval };

/**
 * The mean person less a model, over the answers to the cases that both answered. Its two sides weigh each case alike, by
 * its answers, so that the one less the other is the difference.
 */
export type GapDifference = Difference & {
  readonly sides: { readonly people: Side; readonly model: Side } | null;
  readonly equivalence: Equivalence | null;
};

/** The vote of people less a model, over cases without a tie that both answered. */
type VoteDifference = Difference & { readonly midP: number | null };

export type Intervals = {
  readonly level: number;
  readonly people: Interval;
  readonly consensus: Interval;
  /** Intervals of people and of differences from them hold at every look; what holds for one look alone isn't there. */
  readonly isLook: boolean;
  /** The works that cases were clustered by; null where each case stands for itself. */
  readonly works: number | null;
  /** By run, of those that can be tested. */
  readonly models: ReadonlyMap<number, Interval>;
  readonly gaps: ReadonlyMap<number, GapDifference>;
  readonly votes: ReadonlyMap<number, VoteDifference>;
};

/** The intervals and tests of everything in the overview, in closed form. */
export const getIntervals = (rows: StudyRows, view: View): Intervals =>
  memoize(rows, `intervals ${viewKey(view)}`, () => computeIntervals(rows, view));

function computeIntervals(rows: StudyRows, view: View): Intervals {
  const selection = getSelection(rows, view);
  const input = packSelection(selection);
  const works = judgeWorks(input);
  const weighed = weighPeople(input);
  const vote = creditCases(selection, countVotes(selection));
  const tested = getPoints(rows, view).models.filter(({ isTested }) => isTested);
  const scores = new Map(
    tested.map(({ runId }) => {
      const run = rows.runs.find(({ id }) => id === runId);
      return [runId, run ? scoresOf(run, selection) : new Float64Array(selection.cases.length).fill(NaN)];
    }),
  );
  const scoresBy = ({ runId }: ModelPoints) => scores.get(runId) ?? new Float64Array();
  const isLook = holdsAtEveryLook(rows, view.who);
  return {
    level: defaultLevel,
    isLook,
    // Versions of a case are no work: the case stands for itself.
    works: works && works.count < getPoints(rows, view).people.n.cases ? works.count : null,
    people: computeMeanInterval(weighed, rows, view.who),
    consensus: isLook ? none("wilson", "interim") : ofCases(vote.credit, works?.ofVotes),
    models: new Map(tested.map((model) => [model.runId, ofCases(scoresBy(model), works?.ofAnswers)])),
    gaps: differ(tested, (model) => {
      const gap = weighed && measureGap(weighed, scoresBy(model), works?.ofAnswers);
      return gap ? computeGap(gap, rows, view.who) : { ...untold("mover", "no_items"), sides: null };
    }),
    votes: differ(tested, (model) => computeVote(vote, scoresBy(model), isLook)),
  };
}

/** Of the people of a selection alone. */
export const computePeopleInterval = (selection: Selection): Interval =>
  computeMeanInterval(weighPeople(packSelection(selection)), selection.rows, selection.view.who);

export function computeSide(weighed: WeightedPeople | null, rows: StudyRows, who: Population): Side | null {
  return weighed && { value: weighed.people.mean, interval: computeMeanInterval(weighed, rows, who) };
}

/** The mean of persons' shares, each person weighing the same; null where nobody answered. */
export const getOfPersons = (rows: StudyRows, view: View): Side | null =>
  memoize(rows, `of persons ${viewKey(view)}`, () => {
    const input = packSelection(getSelection(rows, view));
    return computeSide(weighPeople(weighPeopleAlike(input)), rows, view.who);
  });

const computeMeanInterval = (
  weighed: Pick<WeightedPeople, "people"> | null,
  rows: StudyRows,
  who: Population,
): Interval =>
  weighed
    ? toInterval(methodFor(rows, who), intervalFor(rows, who)(weighed.people))
    : none("two_way", "no_items");

/** Of a mean over parts that were drawn each by itself. */
export const computeWeightedInterval = (
  parts: readonly WeightedPart[],
  { rows, view }: Selection,
): Interval => toInterval(methodFor(rows, view.who), weightedInterval(parts, intervalFor(rows, view.who)));

const methodFor = (rows: StudyRows, who: Population) =>
  holdsAtEveryLook(rows, who) ? "every_look" : "two_way";
const intervalFor = (rows: StudyRows, who: Population) => (mean: TwoWayMean) =>
  holdsAtEveryLook(rows, who) ? everyLookInterval(mean, plannedEnd(rows.study.design)) : peopleInterval(mean);

/** Each with its p adjusted for the others of the same block. */
function differ<D extends Difference>(
  models: readonly ModelPoints[],
  compare: (model: ModelPoints) => D,
): ReadonlyMap<number, D> {
  const compared = models.map((model) => [model.runId, compare(model)] as const);
  const { holm } = adjustP(compared.map(([, { p }]) => p));
  return new Map(compared.map(([runId, one], i) => [runId, { ...one, holm: holm[i] ?? null }]));
}

/** Each case once, whoever answered it. */
function ofCases(scores: Float64Array, works: DesignEffect | null = null): Interval {
  const mean = modelMean(new Float64Array(scores.length).fill(1), scores, works);
  return mean ? computeModelInterval(mean) : none("wilson", "no_items");
}

const computeModelInterval = (mean: ModelMean): Interval => ({
  ...toInterval("wilson", modelInterval(mean)),
  n: mean.effective,
});

/** People less a model as if it had answered wrongly what it left out: leaving hard cases out shall be worth nothing. */
export const getStrictGap = (rows: StudyRows, view: View, runId: number): GapDifference | null =>
  memoize(rows, `strict gap ${viewKey(view)} ${runId}`, () => {
    const selection = getSelection(rows, view);
    const run = rows.runs.find(({ id }) => id === runId);
    const gap = run ? measureGapOf(packSelection(selection), strictScoresOf(run, selection)) : null;
    return gap ? computeGap(gap, rows, view.who) : null;
  });

export function computeGap(gap: Gap, rows: StudyRows, who: Population): GapDifference {
  const { value } = gap;
  const { design } = rows.study;
  const looks = looksOf(rows, who);
  const at = (level: number) =>
    looks === "one" ? gapInterval(gap, level) : everyLookGap(gap, plannedEnd(design), level);
  const interval = toInterval(looks === "one" ? "mover" : "every_look", at(defaultLevel));
  const sides = {
    people: { value: gap.people.mean, interval: computeMeanInterval(gap, rows, who) },
    model: { value: gap.model.mean, interval: computeModelInterval(gap.model) },
  };
  if (looks === "running") return { ...untold("every_look", "interim"), value, sides, interval };
  const margin = design.claims?.margin ?? null;
  return {
    value,
    sides,
    interval,
    p: pAgainst(at, value),
    holm: null,
    equivalence: margin === null ? null : testEquivalence(at, value, margin),
  };
}

const untold = (method: Interval["method"], reason: NonNullable<Interval["reason"]>) => ({
  value: null as number | null,
  interval: none(method, reason),
  p: null,
  holm: null,
  equivalence: null,
});

function computeVote({ credit, tied }: VoteCredits, scores: Float64Array, isLook: boolean): VoteDifference {
  const counts = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
  scores.forEach((model, place) => {
    if (Number.isNaN(model) || tied[place] === 1) return;
    const people = credit[place] as number;
    if (people === model) counts[people === 1 ? "both" : "neither"] += 1;
    else counts[people > model ? "onlyFirst" : "onlySecond"] += 1;
  });
  const { difference, ...interval } = pairedDifference(counts);
  const isNothing = difference === null;
  if (isLook) return { ...untold("paired", "interim"), value: difference, midP: null };
  return {
    value: difference,
    interval: toInterval("paired", interval),
    p: isNothing ? null : mcnemarExact(counts.onlyFirst, counts.onlySecond).p,
    midP: isNothing ? null : mcnemarMidP(counts.onlyFirst, counts.onlySecond).p,
    holm: null,
  };
}

const toInterval = (
  method: Interval["method"],
  { low, high, reason }: Figures<"low" | "high">,
): Interval => ({ low, high, method, n: null, discarded: 0, reason });
const none = (method: Interval["method"], reason: NonNullable<Interval["reason"]>): Interval =>
  toInterval(method, { low: null, high: null, reason });

/** Whether a model is as good as people but for a margin that was fixed beforehand. */
export type Equivalence = {
  readonly margin: number;
  /** One-sided, that people are ahead by less than the margin. */
  readonly pNoWorse: number;
  /** The larger of both one-sided ones: neither is ahead by the margin (two one-sided tests). */
  readonly pEquivalent: number;
  /** Of the same error to either side: at 90 % where the others are at 95. */
  readonly low: number | null;
  readonly high: number | null;
};

/** By the interval of the difference that is told, at other levels. */
export function testEquivalence(
  at: (level: number) => Figures<"low" | "high">,
  value: number,
  margin: number,
): Equivalence | null {
  const [above, below] = [pAgainst(at, value, margin), pAgainst(at, value, -margin)];
  if (above === null || below === null) return null;
  const oneSided = (p: number, isInside: boolean) => (isInside ? p / 2 : 1 - p / 2);
  const pNoWorse = oneSided(above, value < margin);
  const { low, high } = at(2 * defaultLevel - 1);
  return {
    margin,
    pNoWorse,
    low,
    high,
    pEquivalent: Math.max(pNoWorse, oneSided(below, value > -margin)),
  };
}
