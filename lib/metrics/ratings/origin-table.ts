import { groupedMean, type GroupedMean, type Range } from "#lib/metrics/grouped/grouped-mean.ts";
import { splitByPart } from "#lib/metrics/grouped/parts.ts";
import type { UndefinedReason } from "#lib/metrics/measure.ts";
import {
  checkRatings,
  splitByOrigin,
  type CaseRatings,
  type CasesByOrigin,
} from "#lib/metrics/ratings/rated-cases.ts";
import { severityOf } from "#lib/metrics/ratings/severity.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";

/** What one judge that is no person, or one measure, says of each case; NaN where it says nothing. */
export type JudgeScores = { readonly scores: Float64Array; readonly range: Range };

export type OriginRow = {
  readonly people: GroupedMean;
  /** Over the same cases what the mean of these raters would say, whoever rated which. */
  readonly corrected: GroupedMean | null;
  readonly judges: readonly GroupedMean[];
};

export type OriginTable = {
  readonly origins: readonly OriginRow[];
  /** Why raters' severity can't be told apart from what they were given. */
  readonly uncorrected: UndefinedReason | null;
};

/** Each case counts once, however many rated it. */
export function originTable(
  ratings: CaseRatings,
  byOrigin: CasesByOrigin,
  {
    scale,
    judges = [],
    level = defaultLevel,
    severity = severityOf(ratings),
  }: {
    scale: Range;
    judges?: readonly JudgeScores[];
    level?: number;
    severity?: ReturnType<typeof severityOf>;
  },
): OriginTable {
  checkRatings(ratings);
  const { origins, originOf, groupOf } = byOrigin;
  const byCase = (scores: Float64Array, range: Range) =>
    splitByPart(
      { value: scores, group: groupOf },
      originOf.map((origin, at) => (Number.isNaN(scores[at]) ? -1 : origin)),
      origins,
    ).map((own) => groupedMean(own, range, level));
  const people = splitByOrigin(ratings, byOrigin).map((own) => groupedMean(own, scale, level));
  const corrected = typeof severity === "string" ? null : byCase(severity.cases, widen(scale));
  const ofJudges = judges.map(({ scores, range }) => byCase(scores, range));
  return {
    origins: people.map((row, origin) => ({
      people: row,
      corrected: corrected?.[origin] ?? null,
      judges: ofJudges.map((rows) => rows[origin] as GroupedMean),
    })),
    uncorrected: typeof severity === "string" ? severity : null,
  };
}

/** A lenient rater's 1 stands for less than 1 of the mean rater, at most by the width of the scale. */
const widen = ([least, most]: Range): Range => [2 * least - most, 2 * most - least];
