import type { UndefinedReason } from "#lib/metrics/measure.ts";
import { groupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { weighAlike } from "#lib/metrics/grouped/parts.ts";
import { withhold } from "#lib/study-results/interim-policy.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { CaseRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { listDecided } from "#lib/study-results/rows/selection.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { numberGroups } from "#lib/study-results/kinds/origins.ts";
import { resolveScale, type ScaleInput } from "#lib/task-kinds/scale.ts";

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

const scaleOf = ({ noted }: CaseRow): string => resolveScale(noted as ScaleInput).name;

/** Counted ratings on one scale in one track, as places among the answers of the rows. */
type RatedAnswers = { scale: string; track: string; answers: readonly number[] };

export function listRated(rows: StudyRows, view: View): readonly RatedAnswers[] {
  // Once a case: there are many more answers.
  const keys = rows.cases.map((row) => JSON.stringify([scaleOf(row), row.track]));
  const keyOf = (i: number) => keys[rows.answers.case[i] as number] as string;
  return [...Map.groupBy(listDecided(rows, view), keyOf)]
    .map(([key, answers]) => ({ key: JSON.parse(key) as [string, number], answers }))
    .sort((a, b) => a.key[1] - b.key[1])
    .map(({ key: [scale, track], answers }) => ({ scale, track: rows.tracks[track]?.name ?? "", answers }));
}

/** How cases were rated, scale by scale: what lies on different scales is never put together. */
export function computeRatings(rows: StudyRows, view: View): readonly RatedPart[] {
  return memoize(rows, `ratings ${viewKey(view)}`, () =>
    [...Map.groupBy(listRated(rows, view), ({ scale }) => scale)].flatMap(([scale, tracks]) => {
      const each = tracks.map(({ track, answers }) => computePart(rows, { scale, track }, answers));
      const all = tracks.flatMap(({ answers }) => answers);
      return withhold(
        rows,
        view.who,
        tracks.length > 1 ? [computePart(rows, { scale, track: null }, all), ...each] : each,
      );
    }),
  );
}

function computePart(
  rows: StudyRows,
  of: Pick<RatedPart, "scale" | "track">,
  answers: readonly number[],
): RatedPart {
  const { person, case: caseOf, choice } = rows.answers;
  const [first = 0] = answers;
  const points = rows.cases[caseOf[first] as number]?.optionNames.length ?? 0;
  const counts = Array.from({ length: points }, () => 0);
  for (const i of answers) counts[choice[i] as number] = (counts[choice[i] as number] ?? 0) + 1;
  const cases = [...new Set(answers.map((i) => caseOf[i] as number))].sort((a, b) => a - b);
  const placeOf = new Map(cases.map((index, place) => [index, place]));
  const { groupOf } = numberGroups(rows, cases);
  const caseAt = Int32Array.from(answers, (i) => placeOf.get(caseOf[i] as number) as number);
  const found = groupedMean(
    {
      value: Float64Array.from(answers, (i) => (choice[i] as number) + 1),
      group: caseAt.map((at) => groupOf[at] as number),
      // Each case counts once, however many rated it.
      weight: weighAlike(caseAt),
      rater: Int32Array.from(answers, (i) => person[i] as number),
      stratum: Int32Array.from(answers, (i) => rows.cases[caseOf[i] as number]?.track ?? 0),
    },
    [1, points],
  );
  const { mean, low, high, reason, n, groups } = found;
  return {
    ...of,
    counts,
    n,
    people: found.raters ?? 0,
    cases: cases.length,
    groups,
    mean,
    low,
    high,
    reason,
  };
}
