import { answersOf } from "#lib/study-results/rows/selection.ts";
import { computeStraightLining } from "#lib/metrics/scores/straight-lining.ts";
import { computePeers } from "#lib/study-results/people/peers.ts";
import { countClose, countFast, isHasty } from "#lib/study-results/rows/exclusions.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { isInterim, viewKey, type View } from "#lib/study-results/schema.ts";

/** Something about a sitting that somebody should look at. No flag leaves anybody out. */
export type Flag =
  | { kind: "straight_line"; run: number; chance: number }
  | { kind: "haste"; fast: number; of: number; seconds: number }
  | { kind: "server_haste"; fast: number; of: number; seconds: number }
  | { kind: "same_reason"; count: number; of: number }
  | { kind: "outlier"; agreement: number; n: number; z: number }
  | { kind: "unanswered"; count: number; of: number };

export const flagRules = {
  /** Of as many who answer at random, one has so long a run by chance. */
  chance: 0.001,
  /** Gaps between arrivals, where the plan has no rule about haste. */
  arrivals: { seconds: 2, share: 0.5 },
  minArrivals: 5,
  /** So many answers with the same reason, and this share of all that have one. */
  sameReason: { answers: 5, share: 0.5 },
} as const;

/** By index of the person; who isn't in it has none. */
export const getFlags = (rows: StudyRows, view: View): ReadonlyMap<number, readonly Flag[]> =>
  memoize(rows, `flags ${viewKey(view)}`, () => findFlags(rows, view));

export function findFlags(rows: StudyRows, view: View): Map<number, Flag[]> {
  const found = new Map<number, Flag[]>();
  const outliers = findOutliers(rows, view);
  rows.people.forEach((_, index) => {
    const flags = [
      ...findCareless(rows, index),
      outliers.get(index) ?? null,
      findUnanswered(rows, index),
    ].filter((flag) => flag !== null);
    if (flags.length > 0) found.set(index, flags);
  });
  return found;
}

/** What answers were given without care, or by a machine: it tells nothing of how anybody did. */
export function findCareless(rows: StudyRows, person: number): Flag[] {
  const flags = [
    findStraightLine(rows, person),
    findHaste(rows, person),
    findServerHaste(rows, person),
    findSameReason(rows, person),
  ];
  return flags.filter((flag) => flag !== null);
}

/** Over the whole sitting as it was shown, checks too: a habit of the hand doesn't know what a case is for. */
function findStraightLine(rows: StudyRows, person: number): Flag | null {
  const { answers, cases } = rows;
  const shown = answersOf(rows, person).filter((i) => (answers.shownAt[i] ?? -1) >= 0);
  const places = shown.map((i) => answers.shownAt[i] ?? -1);
  const options = shown.map((i) => cases[answers.case[i] ?? 0]?.optionNames.length ?? 0);
  if (isLikely(places, options)) return null;
  const { longestRun, chance } = computeStraightLining(Int8Array.from(places), Int8Array.from(options));
  if (chance === null || chance >= flagRules.chance) return null;
  return { kind: "straight_line", run: longestRun, chance };
}

/** The first cases alone make so long a run more often than the rule asks for: no need to reckon how much more often. */
function isLikely(places: readonly number[], options: readonly number[]): boolean {
  let [longest, run] = [0, 0];
  places.forEach((place, i) => {
    run = place === places[i - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  const first = options.slice(0, longest);
  const together = first.reduce((chance, count) => chance / count, Math.min(...first));
  return together >= flagRules.chance;
}

/** Among those whom the view counts, by the rule of the page about agreement. */
function findOutliers(rows: StudyRows, view: View): Map<number, Flag> {
  const found = new Map<number, Flag>();
  for (const { index, agreement, n, z, isOutlier } of computePeers(rows, view).people)
    if (isOutlier && agreement !== null && z !== null) found.set(index, { kind: "outlier", agreement, n, z });
  return found;
}

/** Counted cases in which something was decided. */
const listGiven = (rows: StudyRows, person: number): number[] =>
  answersOf(rows, person).filter(
    (i) => rows.cases[rows.answers.case[i] ?? 0]?.stratum !== "attention" && rows.answers.decided[i] === 1,
  );

/** By the rule of the plan, and the device's clock. */
function findHaste(rows: StudyRows, person: number): Flag | null {
  const { haste } = rows.study.design.rules;
  if (!haste) return null;
  const times = listGiven(rows, person)
    .map((i) => rows.answers.activeMs[i] ?? 0)
    .filter((ms) => ms > 0);
  if (!isHasty({ times, arrivals: [] }, haste)) return null;
  return { kind: "haste", fast: countFast(times, haste.seconds), of: times.length, seconds: haste.seconds };
}

/** Whatever a device claims, or without a script. The simulated claim the time that people would take. */
function findServerHaste(rows: StudyRows, person: number): Flag | null {
  if (rows.people[person]?.who === "simulated") return null;
  const { seconds, share } = rows.study.design.rules.haste ?? flagRules.arrivals;
  const arrivals = listGiven(rows, person)
    .map((i) => rows.answers.arrivedMs[i] ?? NaN)
    .filter((ms) => ms >= 0);
  const [fast, of] = [countClose(arrivals, seconds), arrivals.length];
  if (of < flagRules.minArrivals || fast <= share * of) return null;
  return { kind: "server_haste", fast, of, seconds };
}

function findSameReason(rows: StudyRows, person: number): Flag | null {
  const { answers, firstOf } = rows;
  const reasons = answers.reason.subarray(firstOf[person], firstOf[person + 1]).filter((one) => one !== 0);
  const counts = [...Map.groupBy(reasons, (one) => one).values()].map(({ length }) => length);
  const [count, of] = [Math.max(0, ...counts), reasons.length];
  const { answers: least, share } = flagRules.sameReason;
  return count >= least && count >= share * of ? { kind: "same_reason", count, of } : null;
}

/** Who is in the middle has not left anything out yet. */
function findUnanswered({ people, study }: StudyRows, index: number): Flag | null {
  const person = people[index];
  const said = person ? person.answered + person.passed : 0;
  if (!person || said >= person.cases) return null;
  if (person.state === "started" && isInterim(study)) return null;
  return { kind: "unanswered", count: person.cases - said, of: person.cases };
}
