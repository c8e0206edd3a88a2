import type { GroupedValues } from "#lib/metrics/grouped/grouped-mean.ts";

/** The values of each part, numbered from 0: a method, an origin, a category of questions. One in no part, -1, is left out. */
export function splitByPart(given: GroupedValues, partOf: Int32Array, parts: number): GroupedValues[] {
  const members = Array.from({ length: parts }, (): number[] => []);
  partOf.forEach((part, i) => members[part]?.push(i));
  return members.map((own) => keepValues(given, own));
}

const keepValues = (
  { value, group, weight, rater }: GroupedValues,
  kept: readonly number[],
): GroupedValues => ({
  value: Float64Array.from(kept, (i) => value[i] as number),
  group: Int32Array.from(kept, (i) => group[i] as number),
  weight: weight ? Float64Array.from(kept, (i) => weight[i] as number) : null,
  rater: rater ? Int32Array.from(kept, (i) => rater[i] as number) : null,
});

/** What lets all that stand together count as much as one: the answers to a case, the cases of a person. */
export function weighAlike(of: Int32Array): Float64Array {
  const counts = new Map<number, number>();
  for (const one of of) counts.set(one, (counts.get(one) ?? 0) + 1);
  return Float64Array.from(of, (one) => 1 / (counts.get(one) as number));
}
