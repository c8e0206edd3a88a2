import { altTestOfRatings } from "#lib/metrics/agreement/alt-test-of-ratings.ts";
import type { AltTest, AltTestSettings } from "#lib/metrics/agreement/alt-test.ts";
import type { GroupedMean, Range } from "#lib/metrics/grouped/grouped-mean.ts";
import { compareMethods, type DifferenceOfPair } from "#lib/metrics/grouped/method-differences.ts";
import { originRanks, type OriginRanks } from "#lib/metrics/ratings/origin-ranks.ts";
import { originTable, type OriginTable } from "#lib/metrics/ratings/origin-table.ts";
import { kappaOfJudge, type KappaOfPairs } from "#lib/metrics/ratings/quadratic-kappa.ts";
import { rankAgreement, type RankAgreement } from "#lib/metrics/ratings/rank-agreement.ts";
import {
  meanByCase,
  meansWithoutEach,
  splitByOrigin,
  type CaseRatings,
  type CasesByOrigin,
} from "#lib/metrics/ratings/rated-cases.ts";
import { compareRaters, type RaterFigures } from "#lib/metrics/ratings/rater-figures.ts";
import type { UndefinedReason } from "#lib/metrics/measure.ts";
import { severityOf, type Severity } from "#lib/metrics/ratings/severity.ts";

/** One that is no person: a judge who rates on the same scale, or a measure with numbers of its own. */
export type JudgeOfCases = {
  /** By case; NaN where it gave nothing. */
  readonly scores: Float64Array;
  readonly range: Range;
  readonly isRater: boolean;
};

export type RatedOriginsInput = {
  /** Every case has a rating. */
  readonly ratings: CaseRatings;
  readonly byOrigin: CasesByOrigin;
  readonly scale: Range;
  readonly judges: readonly JudgeOfCases[];
  readonly settings: AltTestSettings;
  /**
   * By case: the place of the one whose ratings it has, since they show the same; -1 where it has its own. Such a case counts
   * for its origin, and in nothing that is said of all of them.
   */
  readonly ratedAs?: Int32Array;
};

/** A judge against people on the cases that both rated; what only ratings on the same scale have is null for a measure. */
export type JudgeFigures = {
  readonly byCase: RankAgreement;
  readonly overOrigins: OriginRanks;
  readonly kappa: KappaOfPairs | null;
  readonly replaces: AltTest | null;
};

export type RatedOrigins = {
  readonly table: OriginTable;
  /** Over all of them, whatever their origin. */
  readonly all: { readonly people: GroupedMean; readonly judges: readonly GroupedMean[] };
  readonly judges: readonly JudgeFigures[];
  readonly raters: RaterFigures;
  /** Null where there are too many origins to compare each with each. */
  readonly comparisons: readonly DifferenceOfPair[] | null;
};

/** Every origin against every other: 435 tests. */
export const maxCompared = 30;

/** Everything about cases of one scale and one track, by where they come from. */
export function computeRatedOrigins(input: RatedOriginsInput): RatedOrigins {
  const { byOrigin, scale, ratedAs } = input;
  const once = ratedAs ? takeOnce(input, ratedAs) : input;
  const { ratings, judges } = once;
  const severity = severityOf(ratings);
  const table = originTable(input.ratings, byOrigin, {
    scale,
    judges: input.judges,
    severity: ratedAs ? repeatSeverity(severity, ratedAs) : severity,
  });
  const [means, withoutRater] = [meanByCase(ratings), meansWithoutEach(ratings)];
  const people = tabulate(ratings);
  const whole = originTable(ratings, inOne(once.byOrigin), { scale, judges, severity }).origins[0];
  if (!whole) throw new Error("there is always one of all");
  return {
    table,
    all: { people: whole.people, judges: whole.judges },
    judges: judges.map((judge, at) => compareJudge(once, { judge, at, table, means, withoutRater, people })),
    raters: compareRaters(ratings, once.byOrigin.groupOf),
    comparisons:
      byOrigin.origins > maxCompared ? null : compareMethods(splitByOrigin(input.ratings, byOrigin)),
  };
}

const listOnce = (ratedAs: Int32Array): number[] => [...ratedAs.keys()].filter((at) => ratedAs[at] === -1);

/** Without the cases that have the ratings of others. */
function takeOnce(input: RatedOriginsInput, ratedAs: Int32Array): RatedOriginsInput {
  const { ratings, byOrigin, judges } = input;
  const kept = listOnce(ratedAs);
  const placeOf = new Map(kept.map((at, place) => [at, place]));
  const given = [...ratings.case.keys()].filter((i) => ratedAs[ratings.case[i] as number] === -1);
  const ofKept = (column: Int32Array) => Int32Array.from(kept, (at) => column[at] as number);
  return {
    ...input,
    ratings: {
      raters: ratings.raters,
      cases: kept.length,
      rater: Int32Array.from(given, (i) => ratings.rater[i] as number),
      case: Int32Array.from(given, (i) => placeOf.get(ratings.case[i] as number) as number),
      rating: Float64Array.from(given, (i) => ratings.rating[i] as number),
    },
    byOrigin: { ...byOrigin, originOf: ofKept(byOrigin.originOf), groupOf: ofKept(byOrigin.groupOf) },
    judges: judges.map((judge) => ({
      ...judge,
      scores: Float64Array.from(kept, (at) => judge.scores[at] as number),
    })),
  };
}

/** Estimated from each rating once, and said of every case that has it. */
function repeatSeverity(severity: Severity | UndefinedReason, ratedAs: Int32Array): typeof severity {
  if (typeof severity === "string") return severity;
  const placeOf = new Map(listOnce(ratedAs).map((at, place) => [at, place]));
  const cases = Float64Array.from(ratedAs, (standIn, at) => {
    const place = placeOf.get(standIn === -1 ? at : standIn) as number;
    return severity.cases[place] as number;
  });
  return { ...severity, cases };
}

const inOne = ({ originOf, ...rest }: CasesByOrigin): CasesByOrigin => ({
  ...rest,
  origins: 1,
  originOf: new Int32Array(originOf.length),
});

type JudgeComparison = {
  judge: JudgeOfCases;
  at: number;
  table: OriginTable;
  means: Float64Array;
  withoutRater: readonly Float64Array[];
  people: readonly (readonly (number | null)[])[];
};

function compareJudge(
  { ratings, byOrigin: { groupOf }, settings }: RatedOriginsInput,
  { judge: { scores, isRater }, at, table: { origins }, means, withoutRater, people }: JudgeComparison,
): JudgeFigures {
  return {
    byCase: rankAgreement(means, scores, groupOf, { withoutRater }),
    overOrigins: originRanks(
      origins.map((one) => one.people.mean),
      origins.map(({ judges }) => judges[at]?.mean ?? null),
    ),
    kappa: isRater ? kappaOfJudge(ratings, scores, groupOf) : null,
    replaces: isRater ? altTestOfRatings(people, listKnown(scores), settings) : null,
  };
}

const listKnown = (scores: Float64Array): (number | null)[] =>
  Array.from(scores, (score) => (Number.isNaN(score) ? null : score));

/** Rows are raters, columns cases. */
function tabulate({ raters, cases, rater, case: caseOf, rating }: CaseRatings): (number | null)[][] {
  const table = Array.from({ length: raters }, () => new Array<number | null>(cases).fill(null));
  rating.forEach((one, i) => {
    const row = table[rater[i] as number];
    if (row) row[caseOf[i] as number] = one;
  });
  return table;
}
