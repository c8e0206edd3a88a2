import {
  countSharedCases,
  packParts,
  type Part,
  type Pick,
  type SharedCases,
} from "#lib/study-results/across/across.ts";
import { differGroups, type GroupDifference } from "#lib/study-results/overview/group-differences.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import {
  findBest,
  type Interval,
  type ModelPoints,
  type PeoplePoints,
} from "#lib/study-results/overview/types.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { hasRight } from "#lib/study-results/rows/choices.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { listDecided } from "#lib/study-results/rows/selection.ts";
import { hasJudgedFigures, isStudyBound } from "#lib/study-results/kinds/registry.ts";
import { kindNames, type KindName } from "#lib/task-kinds/registry.ts";
import { mayShow, readView, viewKey, type View } from "#lib/study-results/schema.ts";

/** Why a part that was asked for isn't on the plot. */
export type SkippedPart = {
  rows: StudyRows;
  pick: Pick;
  why:
    | "not_yet"
    | "no_answers"
    | "no_such_kind"
    | "no_right"
    | "study_bound"
    | "no_such_track"
    | "no_such_cohort";
};

export type PartPoints = Part & { people: PeoplePoints; best: ModelPoints | null };
export type PartFigures = PartPoints & { interval: Interval; bestInterval: Interval | null };

export type AcrossDifference = GroupDifference & {
  shared: SharedCases;
  why: "too_few" | "other_kind" | "same_people" | "simulated" | "looking" | null;
};

export type AcrossFigures = {
  parts: readonly PartFigures[];
  differences: readonly AcrossDifference[];
  tests: number;
};

type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The kind whose figures are wanted; null where each study shows its first. */
export const readKind = ({ kind }: SearchParams): KindName | null =>
  kindNames.find((name) => name === kind) ?? null;

/**
 * The parts that can stand on the plot, in the order asked for; those of which something was judged; and those that are
 * neither, with the reason.
 */
export function sortParts(
  picked: readonly { rows: StudyRows; pick: Pick }[],
  asked: SearchParams,
): { parts: PartPoints[]; judged: Part[]; notShown: SkippedPart[] } {
  const parts: PartPoints[] = [];
  const judged: Part[] = [];
  const notShown: SkippedPart[] = [];
  // Which people are looked at is each study's own: made-up ones only where there are no others.
  const { who: _who, cohort: _cohort, ...rest } = asked;
  for (const { rows, pick } of picked) {
    const view = { ...readView(rest, rows), cohort: pick.cohort };
    const why = findReason(rows, view, pick, asked);
    if (why !== null) {
      notShown.push({ rows, pick, why });
      continue;
    }
    if (hasJudgedFigures(rows)) judged.push({ rows, view });
    if (!hasRight(rows)) continue;
    const { people, models } = getPoints(rows, view);
    parts.push({ rows, view, people, best: findBest(models)?.best ?? null });
  }
  return { parts, judged, notShown };
}

function findReason(
  rows: StudyRows,
  view: View,
  { cohort }: Pick,
  asked: SearchParams,
): SkippedPart["why"] | null {
  // Nothing is computed of what may not be seen.
  if (!mayShow(rows.study, view.who)) return "not_yet";
  if (cohort !== null && !rows.cohorts.includes(cohort)) return "no_such_cohort";
  if ((readKind(asked) ?? rows.kind) !== rows.kind) return "no_such_kind";
  if ((asked["track"] || null) !== view.track) return "no_such_track";
  if (!hasRight(rows)) {
    if (!hasJudgedFigures(rows)) return isStudyBound(rows) ? "study_bound" : "no_right";
    return listDecided(rows, view).length === 0 ? "no_answers" : null;
  }
  return getPoints(rows, view).people.n.answers === 0 ? "no_answers" : null;
}

/** Kept with the rows of the first part, for as long as nothing changed in any of them. */
export function getAcross(parts: readonly PartPoints[]): AcrossFigures {
  const [first] = parts;
  if (!first) throw new Error("nothing to compare");
  const key = parts.map(({ rows, view }) => `${rows.stamp} ${viewKey(view)}`).join("|");
  return memoize(first.rows, `across ${key}`, () => compareParts(parts));
}

function compareParts(parts: readonly PartPoints[]): AcrossFigures {
  const shared = countSharedCases(parts);
  const whys = shared.map(({ first, second, samePeople }) => {
    const [one, other] = [parts[first], parts[second]];
    if (!one || !other || samePeople) return "same_people";
    if (one.rows.kind !== other.rows.kind) return "other_kind";
    if (one.view.who !== other.view.who) return "simulated";
    if ([one, other].some(({ rows, view }) => holdsAtEveryLook(rows, view.who))) return "looking";
    return one.people.isClaimable && other.people.isClaimable ? null : "too_few";
  });
  const placeOf = (first: number, second: number) => (second * (second - 1)) / 2 + first;
  const differences = differGroups(
    packParts(parts),
    (first, second) => whys[placeOf(first, second)] === null,
  );
  return {
    // Each alone is what its own study shows, to the last digit.
    parts: parts.map((part) => {
      const { people: interval, models } = getIntervals(part.rows, part.view);
      return { ...part, interval, bestInterval: part.best && (models.get(part.best.runId) ?? null) };
    }),
    differences: differences.map((difference, i) => ({
      ...difference,
      shared: shared[i] as SharedCases,
      why: whys[i] ?? null,
    })),
    tests: differences.filter(({ holm }) => holm !== null).length,
  };
}
