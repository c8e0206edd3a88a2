import { expect, it } from "vitest";
import { wholeNumbers } from "#lib/metrics/power/random.ts";
import { drawWeights } from "#lib/metrics/crossed/resampling-weights.ts";

const draw = (count: number, seed: number, stream: number) => {
  const weights = new Uint8Array(count);
  drawWeights(weights, seed, stream);
  return weights;
};
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

it.each([1, 2, 7, 1023, 1025, 2049, 40_000])("draws as often as there are places: %i", (count) => {
  expect(sum(draw(count, 5, 1))).toBe(count);
});

it("draws the same again, and something else for another seed and another stream", () => {
  expect(draw(50, 5, 1)).toEqual(draw(50, 5, 1));
  expect(draw(50, 5, 1)).not.toEqual(draw(50, 6, 1));
  expect(draw(50, 5, 1)).not.toEqual(draw(50, 5, 2));
});

it("takes its places from the stream of whole numbers", () => {
  const next = wholeNumbers(8, 3);
  const first = Math.floor((next() * 40_000) / 2 ** 32);
  expect(draw(40_000, 8, 3)[first]).toBeGreaterThan(0);
});

it.each([20, 500])(
  "gives every place the mean, the variance and the covariance of a multinomial draw: %i",
  (count) => {
    const rounds = 4000;
    let [squares, products] = [0, 0];
    const totals = new Float64Array(count);
    for (let stream = 0; stream < rounds; stream += 1) {
      const weights = draw(count, 11, stream);
      for (const [place, weight] of weights.entries()) {
        totals[place] = (totals[place] as number) + weight;
        squares += (weight - 1) ** 2;
        products += (weight - 1) * ((weights[(place + 1) % count] as number) - 1);
      }
    }
    const n = rounds * count;
    expect(squares / n).toBeCloseTo(1 - 1 / count, 1);
    expect(Math.abs(squares / n - (1 - 1 / count))).toBeLessThan(6 * Math.sqrt(3 / n));
    expect(Math.abs(products / n + 1 / count)).toBeLessThan(6 / Math.sqrt(n));
    const farthest = totals.reduce((most, total) => Math.max(most, Math.abs(total / rounds - 1)), 0);
    expect(farthest).toBeLessThan(5 / Math.sqrt(rounds));
  },
);
