import { requireLevel, requireNumber } from "#lib/metrics/input-error.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { concludeReplicates, type ResampledTest } from "#lib/metrics/crossed/resampled-figure.ts";
import {
  caseStream,
  drawWeights,
  requireResampling,
  ROUNDS,
} from "#lib/metrics/crossed/resampling-weights.ts";

export type Resampling = { readonly b: number; readonly seed: number; readonly level?: number };

/** Mean of one value a case, cases resampled; the very cases that the crossed bootstrap draws with the same seed. */
export function caseBootstrap(
  values: Float64Array,
  { b, seed, level = defaultLevel }: Resampling,
): ResampledTest {
  requireResampling({ b, seed });
  requireLevel(level);
  for (const value of values) requireNumber(value, "a value");
  const weights = new Uint8Array(values.length).fill(1);
  const n = values.length;
  const observed = n === 0 ? null : sumWeighted(values, weights) / n;
  const replicates = new Float64Array(b);
  for (let r = 0; r < b; r += 1) {
    drawWeights(weights, seed, caseStream(r));
    replicates[r] = sumWeighted(values, weights) / n;
  }
  return concludeReplicates(observed, replicates, level);
}

function sumWeighted(values: Float64Array, weights: Uint8Array): number {
  let sum = 0;
  for (let from = 0; from < values.length; from += ROUNDS)
    sum = addWeighted(values, weights, from, Math.min(values.length, from + ROUNDS), sum);
  return sum;
}

function addWeighted(
  values: Float64Array,
  weights: Uint8Array,
  from: number,
  to: number,
  before: number,
): number {
  let sum = before;
  for (let at = from; at < to; at += 1) sum += (weights[at] as number) * (values[at] as number);
  return sum;
}
