import { requireNumber } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import {
  countLabels,
  indexCategories,
  listItemRatings,
  requireCategory,
  type Label,
  type Ratings,
} from "#lib/metrics/agreement/ratings.ts";

/** Of ratings on a scale; `judgeTally` has it of what was chosen. Numbers have an order and distances of their own; other ordinal labels need `order`, lowest first. */
export function krippendorffAlpha(
  ...given:
    | [ratings: Ratings<number>, level: "ordinal" | "interval"]
    | [ratings: Ratings, level: "ordinal", order: readonly Label[]]
): Figures<"alpha"> {
  const [ratings, level, order] = given;
  const items = listItemRatings<Label>(ratings);
  if (items.length === 0) return withoutFigures(["alpha"], "no_items");
  const units = items.filter((labels) => labels.length >= 2);
  if (units.length === 0) return withoutFigures(["alpha"], "no_pairs");

  const counts = countLabels(units.flat());
  const values = [...counts.keys()];
  if (values.length === 1) return withoutFigures(["alpha"], "one_category");
  const distance = measureDistance(level, counts, order);

  const observed = units.reduce((sum, labels) => {
    const within = countLabels(labels);
    return sum + sumOverPairs(within, [...within.keys()], distance) / (labels.length - 1);
  }, 0);
  const expected = sumOverPairs(counts, values, distance);
  const n = values.reduce<number>((sum, value) => sum + (counts.get(value) ?? 0), 0);
  return { alpha: 1 - ((n - 1) * observed) / expected, reason: null };
}

type Distance = (a: Label, b: Label) => number;

function sumOverPairs(
  counts: ReadonlyMap<Label, number>,
  values: readonly Label[],
  distance: Distance,
): number {
  let sum = 0;
  for (const [i, a] of values.entries())
    for (const b of values.slice(i + 1))
      sum += 2 * (counts.get(a) ?? 0) * (counts.get(b) ?? 0) * distance(a, b);
  return sum;
}

function measureDistance(
  level: "ordinal" | "interval",
  counts: ReadonlyMap<Label, number>,
  order?: readonly Label[],
): Distance {
  const place = readPlaces(counts, order);
  if (level === "interval") return (a, b) => (place(a) - place(b)) ** 2;
  // Halfway up the cumulative count: the difference of two is the count between, less half of both ends.
  const middles = new Map<Label, number>();
  let below = 0;
  for (const [value, count] of [...counts].sort(([a], [b]) => place(a) - place(b))) {
    middles.set(value, below + count / 2);
    below += count;
  }
  return (a, b) => ((middles.get(a) ?? 0) - (middles.get(b) ?? 0)) ** 2;
}

function readPlaces(counts: ReadonlyMap<Label, number>, order?: readonly Label[]): (label: Label) => number {
  if (order) {
    const positions = indexCategories(order);
    for (const value of counts.keys()) requireCategory(positions, value);
    return (label) => positions.get(label) ?? 0;
  }
  for (const value of counts.keys()) requireNumber(value as number, "a rating");
  return Number;
}
