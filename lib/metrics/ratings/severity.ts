import type { UndefinedReason } from "#lib/metrics/measure.ts";
import { factorise, solveFactored } from "#lib/metrics/mixed-model/cholesky.ts";
import { countGroups } from "#lib/metrics/rasch/connected.ts";
import { checkRatings, meanByCase, type CaseRatings } from "#lib/metrics/ratings/rated-cases.ts";
import { defaultLevel, studentDeviate } from "#lib/metrics/tests/proportion-interval.ts";

export type RaterEffect = {
  readonly n: number;
  /** By how much the rater rates higher than the mean rater does the same cases; null for who rated nothing. */
  readonly effect: number | null;
  readonly low: number | null;
  readonly high: number | null;
};

export type Severity = {
  readonly raters: readonly RaterEffect[];
  /** What the mean rater would say of each case; NaN where nobody rated it. */
  readonly cases: Float64Array;
  /** The standard deviation of what neither rater nor case explains, and on how many values it rests; null without any. */
  readonly residual: number | null;
  readonly df: number;
};

/**
 * Least squares of rating = case + rater, the raters' effects summing to 0: whoever was given which cases, raters are
 * compared on the same ones. Where raters and cases fall apart into groups without a rating between them, nothing compares
 * a rater of the one with one of the other.
 */
export function severityOf(ratings: CaseRatings, level: number = defaultLevel): Severity | UndefinedReason {
  checkRatings(ratings);
  const { rater, rating, case: caseOf } = ratings;
  if (rating.length === 0) return "no_items";
  const active = [...new Set(rater)].sort((a, b) => a - b);
  if (active.length < 2) return "too_few_raters";
  if (countGroups({ ...ratings, people: ratings.raters, person: rater }) > 1) return "disconnected";
  const placeOf = new Map(active.map((one, place) => [one, place]));
  const places = rater.map((one) => placeOf.get(one) as number);
  const { lower, right } = eliminateCases(ratings, places, active.length);
  const effects = solveFactored(lower, right);
  const lifted = rating.map((one, i) => one - (effects[places[i] as number] as number));
  const cases = meanByCase({ ...ratings, rating: lifted });
  const squares = lifted.reduce(
    (sum, one, i) => sum + (one - (cases[caseOf[i] as number] as number)) ** 2,
    0,
  );
  const df = rating.length - new Set(caseOf).size - active.length + 1;
  const residual = df > 0 ? Math.sqrt(squares / df) : null;
  const deviate = df > 0 ? studentDeviate(level, df) : 0;
  const counts = new Int32Array(active.length);
  for (const place of places) counts[place] = (counts[place] as number) + 1;
  const raters = Array.from({ length: ratings.raters }, (_, one): RaterEffect => {
    const place = placeOf.get(one);
    if (place === undefined) return { n: 0, effect: null, low: null, high: null };
    const effect = effects[place] as number;
    const n = counts[place] as number;
    if (residual === null) return { n, effect, low: null, high: null };
    const half = deviate * residual * Math.sqrt(inverseAt(lower, active.length, place) - 1 / active.length);
    return { n, effect, low: effect - half, high: effect + half };
  });
  return { raters, cases, residual, df };
}

/**
 * The normal equations of raters alone, factored. Their sum is left open by the ratings: with the mean rater's direction
 * added, it comes out as 0.
 */
function eliminateCases(ratings: CaseRatings, places: Int32Array, count: number) {
  const { rating, cases, case: caseOf } = ratings;
  const means = meanByCase(ratings);
  const lower = new Float64Array(count * count).fill(1 / count);
  const right = new Float64Array(count);
  const ofCase = Array.from({ length: cases }, (): number[] => []);
  rating.forEach((one, i) => {
    const [place, at] = [places[i] as number, caseOf[i] as number];
    ofCase[at]?.push(place);
    right[place] = (right[place] as number) + one - (means[at] as number);
    lower[place * count + place] = (lower[place * count + place] as number) + 1;
  });
  for (const those of ofCase)
    for (const a of those)
      for (const b of those) lower[a * count + b] = (lower[a * count + b] as number) - 1 / those.length;
  factorise(lower, count);
  return { lower, right };
}

/** Of the diagonal of what inverts the factored matrix, one element: only what lies below it takes part. */
function inverseAt(lower: Float64Array, size: number, at: number): number {
  const found = new Float64Array(size);
  let squares = 0;
  for (let i = at; i < size; i++) {
    let value = i === at ? 1 : 0;
    for (let k = at; k < i; k++) value -= (lower[i * size + k] as number) * (found[k] as number);
    found[i] = value / (lower[i * size + i] as number);
    squares += (found[i] as number) ** 2;
  }
  return squares;
}
