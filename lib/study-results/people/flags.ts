import { describeStraightLining } from "#lib/metrics/scores/straight-lining.ts";
import { describePeers } from "#lib/study-results/people/peers.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { isInterim, viewKey, type View } from "#lib/study-results/schema.ts";

/** Something about a sitting that somebody should look at. No flag leaves anybody out. */
export type Flag =
  | { kind: "straight_line"; run: number; chance: number }
  | { kind: "haste"; fast: number; of: number; seconds: number }
  | { kind: "outlier"; agreement: number; n: number; z: number }
  | { kind: "unanswered"; count: number; of: number };

/** Of as many who answer at random, one has so long a run by chance. */
export const flagRules = { chance: 0.001 } as const;

/** By index of the person; who isn't in it has none. */
export const getFlags = (rows: StudyRows, view: View): ReadonlyMap<number, readonly Flag[]> =>
  memoize(rows, `flags ${viewKey(view)}`, () => findFlags(rows, view));

export function findFlags(rows: StudyRows, view: View): Map<number, Flag[]> {
  const found = new Map<number, Flag[]>();
  const outliers = findOutliers(rows, view);
  rows.people.forEach((_, index) => {
    const flags = [
      findStraightLine(rows, index),
      findHaste(rows, index),
      outliers.get(index) ?? null,
      findUnanswered(rows, index),
    ].filter((flag) => flag !== null);
    if (flags.length > 0) found.set(index, flags);
  });
  return found;
}

/** Over the whole sitting as it was shown, checks too: a habit of the hand doesn't know what a case is for. */
function findStraightLine({ answers, cases, firstOf }: StudyRows, person: number): Flag | null {
  const places: number[] = [];
  const options: number[] = [];
  for (let i = firstOf[person] ?? 0; i < (firstOf[person + 1] ?? 0); i++) {
    const place = answers.shownAt[i] ?? -1;
    if (place < 0) continue;
    places.push(place);
    options.push(cases[answers.case[i] ?? 0]?.optionNames.length ?? 0);
  }
  if (isLikely(places, options)) return null;
  const { longestRun, chance } = describeStraightLining(Int8Array.from(places), Int8Array.from(options));
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
  for (const { index, agreement, n, z, isOutlier } of describePeers(rows, view).people)
    if (isOutlier && agreement !== null && z !== null) found.set(index, { kind: "outlier", agreement, n, z });
  return found;
}

/** As the rule of the plan found it. */
function findHaste({ people, study, answers, cases, firstOf }: StudyRows, index: number): Flag | null {
  const { haste } = study.design.rules;
  if (!haste || !people[index]?.exclusions.some(({ reason }) => reason === "haste")) return null;
  let [fast, of] = [0, 0];
  for (let i = firstOf[index] ?? 0; i < (firstOf[index + 1] ?? 0); i++) {
    const ms = answers.activeMs[i] ?? 0;
    const isCounted = cases[answers.case[i] ?? 0]?.stratum !== "attention" && (answers.choice[i] ?? -1) >= 0;
    if (!isCounted || ms === 0) continue;
    of += 1;
    if (ms < haste.seconds * 1000) fast += 1;
  }
  return { kind: "haste", fast, of, seconds: haste.seconds };
}

/** Who is in the middle has not left anything out yet. */
function findUnanswered({ people, study }: StudyRows, index: number): Flag | null {
  const person = people[index];
  const said = person ? person.answered + person.passed : 0;
  if (!person || said >= person.cases) return null;
  if (person.state === "started" && isInterim(study)) return null;
  return { kind: "unanswered", count: person.cases - said, of: person.cases };
}
