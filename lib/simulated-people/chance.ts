import { deriveSeed } from "#lib/seeds/seeded-order.ts";

// Nothing is drawn in turn: every decision has a name, so that it falls the same however one got there, also when
// the work is taken up again after its process was killed.
type Seed = number | bigint;
type Words = readonly (string | number)[];

const all = 2 ** 63;

/** From 0 to 1, neither of them. */
export const draw = (seed: Seed, ...words: Words): number =>
  Math.min(Math.max(Number(deriveSeed(seed, ...words)) / all, Number.EPSILON), 1 - Number.EPSILON);

export const happens = (chance: number, seed: Seed, ...words: Words): boolean =>
  draw(seed, ...words) < chance;

export const between = (least: number, most: number, seed: Seed, ...words: Words): number =>
  least + (most - least) * draw(seed, ...words);

export function pick<T>(items: readonly T[], seed: Seed, ...words: Words): T {
  const item = items[Math.floor(draw(seed, ...words) * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

/** Of the normal distribution around 0 with deviation 1. */
export const normal = (seed: Seed, ...words: Words): number =>
  Math.sqrt(-2 * Math.log(draw(seed, ...words, "radius"))) *
  Math.cos(2 * Math.PI * draw(seed, ...words, "angle"));

/** As times are spread: half of them below the median, some far above. */
export const logNormal = (median: number, spread: number, seed: Seed, ...words: Words): number =>
  median * Math.exp(spread * normal(seed, ...words));
