import type { GroupedValues } from "#lib/metrics/grouped/grouped-mean.ts";

/** The values of each part, numbered from 0: a method, an origin, a category of questions. One in no part, -1, is left out. */
export function splitByPart(given: GroupedValues, partOf: Int32Array, parts: number): GroupedValues[] {
  const counts = new Int32Array(parts);
  for (let i = 0; i < partOf.length; i++) {
    const part = partOf[i] as number;
    if (part >= 0 && part < parts) counts[part] = (counts[part] as number) + 1;
  }
  // Counted first: there may be a million values.
  const members = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let i = 0; i < partOf.length; i++) {
    const own = members[partOf[i] as number];
    if (own) own[counts[partOf[i] as number]!++] = i;
  }
  return members.map((own) => keepValues(given, own));
}

function keepValues({ value, group, weight, rater }: GroupedValues, kept: Int32Array): GroupedValues {
  const take = <Column extends Float64Array | Int32Array>(from: Column, into: Column): Column => {
    for (let i = 0; i < kept.length; i++) into[i] = from[kept[i] as number] as number;
    return into;
  };
  return {
    value: take(value, new Float64Array(kept.length)),
    group: take(group, new Int32Array(kept.length)),
    weight: weight ? take(weight, new Float64Array(kept.length)) : null,
    rater: rater ? take(rater, new Int32Array(kept.length)) : null,
  };
}

/** What lets all that stand together count as much as one: the answers to a case, the cases of a person. */
export function weighAlike(of: Int32Array): Float64Array {
  const counts = new Map<number, number>();
  for (const one of of) counts.set(one, (counts.get(one) ?? 0) + 1);
  return Float64Array.from(of, (one) => 1 / (counts.get(one) as number));
}
