import { lookDeviate } from "#lib/metrics/two-way/every-look.ts";
import { countOnce } from "#lib/study-results/arms/place.ts";
import {
  getIntervals,
  getOfPersons,
  getStrictGap,
  type Difference,
  type GapDifference,
  type Intervals,
  type Side,
} from "#lib/study-results/overview/intervals.ts";
import { getPoints, getSelection } from "#lib/study-results/overview/overview.ts";
import { getPlaces } from "#lib/study-results/overview/places.ts";
import {
  findBest,
  hasEnoughData,
  type Counts,
  type Interval,
  type ModelPoints,
  type PeoplePoints,
} from "#lib/study-results/overview/types.ts";
import type { RankInterval } from "#lib/metrics/tests/rank-intervals.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { plannedEnd, type View, type Population } from "#lib/study-results/schema.ts";
import { listLeftOut } from "#lib/study-results/rows/left-out.ts";
import type { Selection } from "#lib/study-results/rows/selection.ts";

/**
 * What may be said of people and the model that the plan names: one is ahead; both are alike but for the margin of the plan;
 * that would be so, but for the cases that the model left out; no difference was found, which is not that there is none;
 * people still answer, and it is open; or there is too little to say anything.
 */
export const outcomes = [
  "people_ahead",
  "model_ahead",
  "equivalent",
  "left_out",
  "no_difference",
  "open",
  "too_few",
] as const;
export type Outcome = (typeof outcomes)[number];

export type ComparatorFigures = {
  model: ModelPoints;
  difference: GapDifference;
  /** What makes it a weak one to be held against; null where it isn't. */
  weakness: "only_candidate" | "guesses" | null;
  /** With what the model left out counted wrong; null where it left nothing out. */
  strict: GapDifference | null;
  outcome: Outcome;
  /** Whether it is shown that the model is no worse than people by more than the margin; null without one. */
  isNoWorse: boolean | null;
  /** A true difference that a study like this one would find four times in five; null where one was found. */
  couldFind: number | null;
};

/** A track in which one side is ahead, and by how much, whoever it is. */
export type Lead = { track: string; points: number; p: number | null };

/** Tracks in which people are ahead of the model that the plan names, and those in which it is. */
export type Disagreement = { people: Lead[]; model: Lead[] };

/** What the sentences on top are made of. */
export type Headline = {
  who: Population;
  n: Counts;
  /** The works of the cases, where several come from one. */
  works: number | null;
  isClaimable: boolean;
  /** all: everybody answered every case; each: everybody so many of them; unequal: some more than others. */
  spread: { kind: "all" } | { kind: "each"; answers: number } | { kind: "unequal" };
  people: Pick<PeoplePoints, "accuracy" | "withMissing"> & {
    interval: Interval;
    /** The mean of persons' shares; null where each answered as much. */
    ofPersons: Side | null;
  };
  /** Whom rules or an admin left out, and people's share with them; null where nobody is, or they are in. */
  leftOut: { people: number; accuracy: number | null; interval: Interval } | null;
  /** Null where tracks don't point in opposite directions. */
  disagreement: Disagreement | null;
  /** Named before anybody had answered; null where the plan names none. */
  comparator: ComparatorFigures | null;
  /** Chosen after looking, with how many others are exactly as good, and between which places it lies. */
  best: { model: ModelPoints; equals: number; side: Side | null; places: RankInterval | null } | null;
};

export function computeHeadline(rows: StudyRows, view: View): Headline {
  const { people, models } = getPoints(rows, view);
  const intervals = getIntervals(rows, view);
  const found = findBest(models);
  const spread = readSpread(getSelection(rows, view));
  const named = models.find(({ runId }) => runId === rows.study.comparatorRunId);
  return {
    who: view.who,
    n: people.n,
    works: intervals.works,
    isClaimable: people.isClaimable,
    spread,
    people: {
      accuracy: people.accuracy,
      withMissing: people.withMissing,
      interval: intervals.people,
      ofPersons: spread.kind === "unequal" ? readOfPersons(rows, view, people) : null,
    },
    leftOut: readLeftOut(rows, view),
    disagreement: named ? findDisagreement(rows, view, named) : null,
    comparator: named ? compare(rows, view, named) : null,
    best: found && {
      model: found.best,
      equals: found.equals,
      side: intervals.gaps.get(found.best.runId)?.sides?.model ?? null,
      places: getPlaces(rows, view).get(found.best.runId) ?? null,
    },
  };
}

function compare(rows: StudyRows, view: View, model: ModelPoints): ComparatorFigures | null {
  const intervals = getIntervals(rows, view);
  const difference = intervals.gaps.get(model.runId);
  if (!difference) return null;
  const strict = model.withMissing.missing > 0 ? getStrictGap(rows, view, model.runId) : null;
  const found = judge(model, difference);
  const isDoubtful = strict !== null && judge(model, strict) !== found;
  const outcome = isDoubtful && (found === "model_ahead" || found === "equivalent") ? "left_out" : found;
  const isNoWorse = ({ equivalence }: GapDifference) =>
    equivalence === null ? null : equivalence.pNoWorse < alphaOf(intervals);
  return {
    model,
    difference,
    strict,
    outcome,
    weakness: findWeakness(rows, view, difference),
    // Whatever is counted wrong makes a model worse: what holds of that holds of both.
    isNoWorse: outcome === "too_few" ? null : isNoWorse(strict ?? difference),
    couldFind: outcome === "no_difference" ? findable(difference, deviateOf(rows, model, difference)) : null,
  };
}

/** Two ways of weighing come to the same, but for the last digits. */
export const isAlike = (one: number | null | undefined, other: number | null | undefined): boolean =>
  one === other || (one != null && other != null && Math.abs(one - other) < 1e-12);

function readOfPersons(rows: StudyRows, view: View, { accuracy }: PeoplePoints): Side | null {
  const found = getOfPersons(rows, view);
  return isAlike(found?.value, accuracy) ? null : found;
}

function readLeftOut(rows: StudyRows, view: View): Headline["leftOut"] {
  if (view.excluded === "with") return null;
  const withAll = { ...view, excluded: "with" as const };
  const people = listLeftOut(rows, view).length;
  if (people === 0) return null;
  const { accuracy } = getPoints(rows, withAll).people;
  return { people, accuracy, interval: getIntervals(rows, withAll).people };
}

function findWeakness(rows: StudyRows, view: View, { sides }: GapDifference): ComparatorFigures["weakness"] {
  const { chance } = getPoints(rows, view);
  const low = sides?.model.interval.low ?? null;
  if (low !== null && chance !== null && low <= chance) return "guesses";
  return rows.study.comparatorCandidates === 1 ? "only_candidate" : null;
}

function findDisagreement(rows: StudyRows, view: View, { runId }: ModelPoints): Disagreement | null {
  if (view.track !== null) return null;
  const leads: Disagreement = { people: [], model: [] };
  for (const { name: track } of rows.tracks) {
    const own = { ...view, track };
    const model = getPoints(rows, own).models.find((one) => one.runId === runId);
    const difference = getIntervals(rows, own).gaps.get(runId);
    if (!model || !difference || difference.value === null) continue;
    const outcome = judge(model, difference);
    const lead = { track, points: Math.abs(difference.value), p: difference.p };
    if (outcome === "people_ahead") leads.people.push(lead);
    if (outcome === "model_ahead") leads.model.push(lead);
  }
  return leads.people.length > 0 && leads.model.length > 0 ? leads : null;
}

const alphaOf = ({ level }: Pick<Intervals, "level">) => 1 - level;

type TestResult = Pick<Difference, "interval" | "p"> & { equivalence: { pEquivalent: number } | null };

export function judge({ gap }: Pick<ModelPoints, "gap">, { interval, p, equivalence }: TestResult): Outcome {
  const { low, high } = interval;
  if (!hasEnoughData(gap) || low === null || high === null) return "too_few";
  if (low > 0) return "people_ahead";
  if (high < 0) return "model_ahead";
  // While people answer nothing is tested.
  if (p === null) return "open";
  return equivalence && equivalence.pEquivalent < 0.05 ? "equivalent" : "no_difference";
}

/** Standard errors of half an interval of one look, and those beyond it with which a power of 80 % is reached. */
const OF_HALF = 1.959964;
const OF_POWER = 0.841621;

const deviateOf = (rows: StudyRows, { gap }: ModelPoints, { interval }: GapDifference): number =>
  interval.method === "every_look" ? lookDeviate(gap.people, plannedEnd(rows.study.design)) : OF_HALF;

function findable({ interval: { low, high } }: Difference, deviate: number): number | null {
  return low === null || high === null ? null : Math.min(1, ((high - low) / 2) * (1 + OF_POWER / deviate));
}

export function readSpread({ rows, people, cases, answers }: Selection): Headline["spread"] {
  const given = new Int32Array(rows.people.length);
  for (const i of answers) {
    const person = rows.answers.person[i] as number;
    given[person] = (given[person] as number) + 1;
  }
  const counts = new Set(Array.from(people, (person) => given[person]));
  const [each] = counts;
  if (counts.size !== 1 || each === undefined) return { kind: "unequal" };
  return each === countOnce(rows, cases) ? { kind: "all" } : { kind: "each", answers: each };
}
