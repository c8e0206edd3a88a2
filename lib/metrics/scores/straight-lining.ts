import { MetricInputError, requireCount } from "#lib/metrics/input-error.ts";
import type { Figures } from "#lib/metrics/measure.ts";

export type StraightLining = Figures<"mostUsedShare" | "chance"> & {
  readonly n: number;
  /** How often in a row the same place was chosen, and which (the first such run); null without an answer. */
  readonly longestRun: number;
  readonly longestPlace: number | null;
  readonly maxUsed: number;
  readonly maxUsedPlace: number | null;
};

/**
 * Places on the screen, numbered from 0, in the order in which the cases were served, and how many places each case had.
 * `chance` is the probability of a run at least as long for somebody who chooses among each case's places at random.
 */
export function computeStraightLining(places: Int8Array, options: Int8Array): StraightLining {
  if (places.length !== options.length)
    throw new MetricInputError("unequal_lengths", `${places.length} choices on ${options.length} cases`);
  const n = places.length;
  const uses = new Map<number, number>();
  let [longestRun, run] = [0, 0];
  let longestPlace: number | null = null;
  for (const [i, place] of places.entries()) {
    requireCount(place, "a place", (options[i] as number) - 1);
    uses.set(place, (uses.get(place) ?? 0) + 1);
    run = i > 0 && places[i - 1] === place ? run + 1 : 1;
    if (run > longestRun) [longestRun, longestPlace] = [run, place];
  }
  const maxUsed = Math.max(0, ...uses.values());
  const [maxUsedPlace = null] = [...uses.keys()]
    .filter((place) => uses.get(place) === maxUsed)
    .sort((a, b) => a - b);
  const found = { n, longestRun, longestPlace, maxUsed, maxUsedPlace };
  if (n === 0) return { ...found, mostUsedShare: null, chance: null, reason: "no_items" };
  return {
    ...found,
    mostUsedShare: maxUsed / n,
    chance: chanceOfRun(options, longestRun),
    reason: null,
  };
}

/**
 * The exact probability that independent, equally likely choices hold a run of at least `length`.
 *
 * `none[i]` is that of no such run among the first i choices, and `ending[i][p]` that of none with the last at place p. The
 * last choice is p with 1 of options, whatever came before; it completes a run when the `length` last are p, the one
 * before them is not, and no run was complete until then.
 */
export function chanceOfRun(options: Int8Array, length: number): number {
  requireCount(length, "length");
  if (length === 0) return 1;
  const n = options.length;
  const width = options.reduce((most, count) => Math.max(most, count), 0);
  const none = new Float64Array(n + 1);
  const ending = new Float64Array((n + 1) * width);
  none[0] = 1;
  for (let i = 1; i <= n; i += 1) {
    const count = options[i - 1] as number;
    const start = i - length;
    let least = Infinity;
    let together = 1;
    for (let j = Math.max(0, start); j < i; j += 1) {
      least = Math.min(least, options[j] as number);
      together /= options[j] as number;
    }
    for (let place = 0; place < count; place += 1) {
      let chance = (none[i - 1] as number) / count;
      if (start >= 0 && place < least)
        chance -= ((none[start] as number) - (ending[start * width + place] as number)) * together;
      ending[i * width + place] = chance;
      none[i] = (none[i] as number) + chance;
    }
  }
  return Math.min(1, Math.max(0, 1 - (none[n] as number)));
}
