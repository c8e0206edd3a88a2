import fQuantile from "@stdlib/stats-base-dists-f-quantile";
import { MetricInputError, requireLevel, requireNumber } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { mean, sumInOrder } from "#lib/metrics/agreement/ratings.ts";

const bounds = ["icc21Low", "icc21High", "icc2kLow", "icc2kHigh"] as const;
const figures = ["icc21", "icc2k", ...bounds] as const;
const noBounds = { icc21Low: null, icc21High: null, icc2kLow: null, icc2kHigh: null };
type Icc = Figures<(typeof figures)[number]>;

/**
 * Two-way random effects, absolute agreement: of a single rater and of the mean of all raters, with the intervals
 * of McGraw and Wong. Rows are items, columns raters; a score that is missing leaves it undefined.
 */
export function computeIcc(
  scores: readonly (readonly (number | null)[])[],
  level: number = defaultLevel,
): Icc {
  requireLevel(level);
  const n = scores.length;
  const k = scores[0]?.length ?? 0;
  const odd = scores.find((row) => row.length !== k);
  if (odd) throw new MetricInputError("unequal_lengths", `items have ${k} and ${odd.length} scores`);
  if (n === 0) return withoutFigures(figures, "no_items");
  const rows = scores.map((row) => row.filter((score) => score !== null));
  for (const score of rows.flat()) requireNumber(score, "a score");
  if (k < 2) return withoutFigures(figures, "too_few_raters");
  if (n < 2) return withoutFigures(figures, "too_few_items");
  if (rows.some((row) => row.length < k)) return withoutFigures(figures, "missing_ratings");
  if (rows.flat().every((score) => score === rows[0]?.[0])) return withoutFigures(figures, "constant");
  if (rows.every((row) => row.every((score) => score === row[0])))
    return { icc21: 1, icc2k: 1, ...noBounds, reason: "no_error" };

  const { items, raters, error } = partitionVariance(rows, n, k);
  const icc21 = inRange((items - error) / (items + (k - 1) * error + (k * (raters - error)) / n));
  const icc2k = inRange((items - error) / (items + (raters - error) / n));
  const single = icc21 === null ? null : boundIcc(icc21, { items, raters, error, n, k, level });
  const ofAll = single && icc2k !== null ? single.map((bound) => ofMean(bound, k)) : null;
  const [icc21Low, icc21High] = requireBoth(single);
  const [icc2kLow, icc2kHigh] = requireBoth(ofAll);
  const interval = { icc21Low, icc21High, icc2kLow, icc2kHigh };
  const complete = icc21 !== null && icc2k !== null && bounds.every((name) => interval[name] !== null);
  return { icc21, icc2k, ...interval, reason: complete ? null : "degenerate" };
}

function partitionVariance(rows: readonly (readonly number[])[], n: number, k: number) {
  const all = mean(rows.flat());
  const itemMeans = rows.map((row) => mean(row));
  const raterMeans = Array.from({ length: k }, (_, j) => mean(rows.map((row) => row[j] as number)));
  const squares = (values: readonly number[]) => sumInOrder(values.map((value) => value * value));
  const residuals = rows.flatMap((row, i) =>
    row.map((score, j) => score - (itemMeans[i] as number) - (raterMeans[j] as number) + all),
  );
  return {
    items: (k * squares(itemMeans.map((value) => value - all))) / (n - 1),
    raters: (n * squares(raterMeans.map((value) => value - all))) / (k - 1),
    error: squares(residuals) / ((n - 1) * (k - 1)),
  };
}

type Variance = { items: number; raters: number; error: number; n: number; k: number; level: number };

function boundIcc(r: number, { items, raters, error, n, k, level }: Variance): number[] {
  const a = (k * r) / (n * (1 - r));
  const b = 1 + (k * r * (n - 1)) / (n * (1 - r));
  const v =
    (a * raters + b * error) ** 2 / ((a * raters) ** 2 / (k - 1) + (b * error) ** 2 / ((n - 1) * (k - 1)));
  const upper = 1 - (1 - level) / 2;
  const f1 = fQuantile(upper, n - 1, v);
  const f2 = fQuantile(upper, v, n - 1);
  const rest = k * raters + (k * n - k - n) * error;
  const low = (n * (items - f1 * error)) / (f1 * rest + n * items);
  const high = (n * (f2 * items - error)) / (rest + n * f2 * items);
  return [low, high];
}

/** Of the mean of so many raters, from that of one (Spearman and Brown). */
const ofMean = (single: number, k: number): number => (k * single) / (1 + (k - 1) * single);

/** Where items differ less than chance makes them, denominators near 0 send estimates anywhere. */
function inRange(value: number): number | null {
  return Math.abs(value) <= 1 ? value : null;
}

function requireBoth(ends: readonly number[] | null): readonly [number | null, number | null] {
  const [low = null, high = null] = ends?.map(inRange) ?? [];
  return low === null || high === null || low > high ? [null, null] : [low, high];
}
