import { MetricInputError } from "#lib/metrics/input-error.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";

/** Answers by member of the larger side, those of one together and in the order of the smaller side, of which each has a member. */
export type Sides = {
  readonly fewCount: number;
  readonly manyCount: number;
  readonly arePeopleFew: boolean;
  /** Where the answers of each member of the larger side begin; one more at the end. */
  readonly from: Int32Array;
  readonly few: Int32Array;
  readonly score: Float64Array;
};

export function takeSides(input: TwoWayInput): Sides {
  const arePeopleFew = input.people <= input.cases;
  const [few, many] = arePeopleFew ? [input.person, input.case] : [input.case, input.person];
  const [fewCount, manyCount] = arePeopleFew ? [input.people, input.cases] : [input.cases, input.people];
  const { from, order } = groupBy(
    many,
    manyCount,
    groupBy(
      few,
      fewCount,
      many.map((_, i) => i),
    ).order,
  );
  const sorted = order.map((i) => few[i] as number);
  for (let m = 0; m < manyCount; m++)
    for (let a = (from[m] as number) + 1; a < (from[m + 1] as number); a++)
      if (sorted[a] === sorted[a - 1])
        throw new MetricInputError("out_of_range", "a person answers a case twice");
  return {
    fewCount,
    manyCount,
    arePeopleFew,
    from,
    few: sorted,
    score: Float64Array.from(order, (i) => input.score[i] as number),
  };
}

/** Those of one member together, each group in the order given. */
function groupBy(
  members: Int32Array,
  count: number,
  given: Int32Array,
): { from: Int32Array; order: Int32Array } {
  const from = new Int32Array(count + 1);
  for (const member of members) from[member + 1] = (from[member + 1] as number) + 1;
  for (let m = 0; m < count; m++) from[m + 1] = (from[m + 1] as number) + (from[m] as number);
  const next = from.slice();
  const order = new Int32Array(members.length);
  for (const i of given) {
    const member = members[i] as number;
    order[next[member] as number] = i;
    next[member] = (next[member] as number) + 1;
  }
  return { from, order };
}

/** A value for each member of either side. */
export type BothSides = { few: Float64Array; many: Float64Array };

/** Of the people and the cases, whichever of them are fewer. */
export const bySide = <T>({ arePeopleFew }: Sides, people: T, cases: T): { few: T; many: T } =>
  arePeopleFew ? { few: people, many: cases } : { few: cases, many: people };

export const ofPeopleAndCases = <T>({ arePeopleFew }: Sides, { few, many }: { few: T; many: T }) =>
  arePeopleFew ? { people: few, cases: many } : { people: many, cases: few };
