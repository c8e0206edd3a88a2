import { MetricInputError } from "#lib/metrics/input-error.ts";

export type Label = string | number | boolean;
/** Rows are raters, columns items, null is "not rated". */
export type Ratings<T extends Label = Label> = readonly (readonly (T | null)[])[];

/** The ratings each item got, item by item. */
export function listItemRatings<T extends Label>(ratings: Ratings<T>): T[][] {
  const width = ratings[0]?.length ?? 0;
  const odd = ratings.find((row) => row.length !== width);
  if (odd) throw new MetricInputError("unequal_lengths", `raters have ${width} and ${odd.length} items`);
  return Array.from({ length: width }, (_, item) =>
    ratings.flatMap((row) => {
      const rating = row[item] ?? null;
      if (typeof rating === "number" && Number.isNaN(rating))
        throw new MetricInputError("not_a_number", `a rating of item ${item + 1} is NaN`);
      return rating === null ? [] : [rating];
    }),
  );
}

export function countLabels<T extends Label>(labels: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}

export function indexCategories<T extends Label>(categories: readonly T[]): Map<T, number> {
  const positions = new Map(categories.map((category, position) => [category, position]));
  if (positions.size !== categories.length)
    throw new MetricInputError(
      "duplicate_category",
      `a category is declared twice: ${categories.join(", ")}`,
    );
  return positions;
}

export function requireCategory<T extends Label>(positions: ReadonlyMap<T, number>, label: T): number {
  const position = positions.get(label);
  if (position === undefined)
    throw new MetricInputError("not_a_category", `${JSON.stringify(label)} is not a declared category`);
  return position;
}

/** From the least to the largest: the same to the last digit in whatever order they are listed. */
export const sumInOrder = (values: readonly number[]): number =>
  Float64Array.from(values)
    .sort()
    .reduce((sum, value) => sum + value, 0);

export const mean = (values: readonly number[]): number => sumInOrder(values) / values.length;
