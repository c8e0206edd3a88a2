import { computeIcc } from "#lib/metrics/agreement/icc.ts";
import { weightedKappa } from "#lib/metrics/agreement/weighted-kappa.ts";
import type { UndefinedReason } from "#lib/metrics/measure.ts";
import { kappaOfPeople, type KappaOfPairs } from "#lib/metrics/ratings/quadratic-kappa.ts";
import type { CaseRatings } from "#lib/metrics/ratings/rated-cases.ts";
import { severityOf, type RaterEffect } from "#lib/metrics/ratings/severity.ts";

export type RaterPair = {
  readonly first: number;
  readonly second: number;
  /** Cases that both rated. */
  readonly n: number;
  readonly kappa: number | null;
  readonly reason: UndefinedReason | null;
};

export type RaterFigures = {
  /** By rater; null where they can't be told apart from what they were given, with the reason. */
  readonly severity: readonly RaterEffect[] | null;
  readonly residual: number | null;
  readonly df: number | null;
  readonly uncorrected: UndefinedReason | null;
  /** By those who rated any, over the cases that all of them rated. */
  readonly icc: ReturnType<typeof computeIcc> & { readonly cases: number };
  readonly cases: number;
  /** Of one person against another, pooled. */
  readonly kappa: KappaOfPairs;
  /** Null where there are too many to be told one by one. */
  readonly pairs: readonly RaterPair[] | null;
};

/** So few cases that everybody rated would speak for many that they didn't. */
const minCommon = 5;

/** So many pairs at most: 276. */
export const maxRatersInPairs = 24;

/** How raters differ from each other, and how far they agree. */
export function compareRaters(ratings: CaseRatings, groupOf: Int32Array): RaterFigures {
  const severity = severityOf(ratings);
  const isKnown = typeof severity !== "string";
  const rows = tabulateCases(ratings);
  const common = rows.filter((row) => row.every((rating) => rating !== null));
  const ofAll = common.length < minCommon ? rows : common;
  return {
    severity: isKnown ? severity.raters : null,
    residual: isKnown ? severity.residual : null,
    df: isKnown ? severity.df : null,
    uncorrected: isKnown ? null : severity,
    icc: { ...computeIcc(ofAll), cases: common.length },
    cases: rows.length,
    kappa: kappaOfPeople(ratings, groupOf),
    pairs: ratings.raters > maxRatersInPairs ? null : listPairs(ratings, rows),
  };
}

/** Rows are cases that somebody rated, columns raters. */
function tabulateCases({ raters, cases, rater, case: caseOf, rating }: CaseRatings): (number | null)[][] {
  const rows = new Array<(number | null)[] | undefined>(cases).fill(undefined);
  rating.forEach((one, i) => {
    const at = caseOf[i] as number;
    const row = rows[at] ?? new Array<number | null>(raters).fill(null);
    row[rater[i] as number] = one;
    rows[at] = row;
  });
  return rows.filter((row) => row !== undefined);
}

function listPairs({ raters, rating }: CaseRatings, rows: readonly (number | null)[][]): RaterPair[] {
  const most = rating.reduce((top, one) => Math.max(top, one), 1);
  const points = Array.from({ length: most }, (_, at) => at + 1);
  const columns = Array.from({ length: raters }, (_, rater) => rows.map((row) => row[rater] ?? null));
  return columns.flatMap((ours, first) =>
    columns.slice(first + 1).map((theirs, i) => {
      const n = ours.filter((one, at) => one !== null && theirs[at] !== null).length;
      return { first, second: first + 1 + i, n, ...weightedKappa(ours, theirs, points, "quadratic") };
    }),
  );
}
