import type { UndefinedReason } from "#lib/metrics/measure.ts";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";
import { holdBack } from "#lib/study-results/one-look.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { CaseRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { listDecided } from "#lib/study-results/rows/selection.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { resolveScale, type GivenScale } from "#lib/task-kinds/scale.ts";

/** Ratings on one scale, of one track or of all that have it. */
export type RatedPart = {
  scale: string;
  /** Null for all tracks with the scale. */
  track: string | null;
  /** How often each point was given, the first of them 1. */
  counts: readonly number[];
  n: number;
  people: number;
  cases: number;
  /** What the interval is over: a case without a group is its own. */
  groups: number;
  mean: number | null;
  low: number | null;
  high: number | null;
  /** Why there is no interval. */
  reason: UndefinedReason | null;
};

const scaleOf = ({ noted }: CaseRow): string => resolveScale(noted as GivenScale).name;

/** Counted ratings on one scale in one track, as places among the answers of the rows. */
type Rated = { scale: string; track: string; answers: readonly number[] };

export function listRated(rows: StudyRows, view: View): readonly Rated[] {
  // Once a case: there are many more answers.
  const keys = rows.cases.map((row) => JSON.stringify([scaleOf(row), row.track]));
  const keyOf = (i: number) => keys[rows.answers.case[i] as number] as string;
  return [...Map.groupBy(listDecided(rows, view), keyOf)]
    .map(([key, answers]) => ({ key: JSON.parse(key) as [string, number], answers }))
    .sort((a, b) => a.key[1] - b.key[1])
    .map(({ key: [scale, track], answers }) => ({ scale, track: rows.tracks[track]?.name ?? "", answers }));
}

/** How cases were rated, scale by scale: what lies on different scales is never put together. */
export function describeRatings(rows: StudyRows, view: View): readonly RatedPart[] {
  return memoize(rows, `ratings ${viewKey(view)}`, () =>
    [...Map.groupBy(listRated(rows, view), ({ scale }) => scale)].flatMap(([scale, tracks]) => {
      const each = tracks.map(({ track, answers }) => describe(rows, { scale, track }, answers));
      const all = tracks.flatMap(({ answers }) => answers);
      return holdBack(
        rows.study,
        tracks.length > 1 ? [describe(rows, { scale, track: null }, all), ...each] : each,
      );
    }),
  );
}

function describe(
  rows: StudyRows,
  of: Pick<RatedPart, "scale" | "track">,
  answers: readonly number[],
): RatedPart {
  const { person, case: caseOf, choice } = rows.answers;
  const [first = 0] = answers;
  const points = rows.cases[caseOf[first] as number]?.optionNames.length ?? 0;
  const counts = Array.from({ length: points }, () => 0);
  for (const i of answers) counts[choice[i] as number] = (counts[choice[i] as number] ?? 0) + 1;
  const mean = twoWayMean({
    people: rows.people.length,
    cases: rows.cases.length,
    person: Int32Array.from(answers, (i) => person[i] as number),
    case: Int32Array.from(answers, (i) => caseOf[i] as number),
    // From 0 to 1, as intervals take them.
    score: Float64Array.from(answers, (i) => (choice[i] as number) / (points - 1)),
    clusterOf: clusterByGroup(rows),
    stratumOf: Int32Array.from(rows.cases, ({ track }) => track),
  });
  const onScale = (share: number | null) => (share === null ? null : 1 + share * (points - 1));
  const { low, high, reason } = mean
    ? peopleInterval(mean)
    : { low: null, high: null, reason: "no_items" as const };
  return {
    ...of,
    counts,
    n: answers.length,
    people: mean?.people ?? 0,
    cases: mean?.cases ?? 0,
    groups: mean?.clusters ?? 0,
    mean: onScale(mean?.mean ?? null),
    low: onScale(low),
    high: onScale(high),
    reason,
  };
}

/** By case: the first case of its group; itself where it has none. */
function clusterByGroup({ cases }: StudyRows): Int32Array {
  const firstOf = new Map<string, number>();
  return Int32Array.from(cases, ({ group, track }, at) => {
    if (group == null) return at;
    const key = JSON.stringify([track, group]);
    const first = firstOf.get(key) ?? at;
    firstOf.set(key, first);
    return first;
  });
}
