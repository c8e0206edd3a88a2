import { requireCount, requireNumber, requirePlaces, requireSize } from "#lib/metrics/input-error.ts";

/**
 * Answers of people to cases, each by its person and its case, numbered from 0, with what it scores between 0 and 1.
 */
export type TwoWayInput = {
  readonly people: number;
  readonly cases: number;
  readonly person: Int32Array;
  readonly case: Int32Array;
  readonly score: Float64Array;
  /** By case: the work it comes from, numbered from 0, where cases of one work belong together; else each is its own. */
  readonly clusterOf?: Int32Array | null;
  /** By case: the part of the whole it was drawn from. Parts are no chance: another study has the same ones. */
  readonly stratumOf?: Int32Array | null;
  /** What each part is of the whole; without it what it is of the answers. */
  readonly shareOf?: Float64Array | null;
  /** Each person weighs the same, however many answers they gave; without it each answer does. */
  readonly equalPeople?: boolean;
};

/**
 * The same, each person weighing the same. Parts of one aren't summed to the last digit alike in every order, so that answers
 * are put into theirs.
 */
export function weighPeopleAlike(input: TwoWayInput): TwoWayInput {
  const { person, case: caseOf, score } = input;
  const order = Int32Array.from(person.keys()).sort(
    (a, b) => (person[a] as number) - (person[b] as number) || (caseOf[a] as number) - (caseOf[b] as number),
  );
  return {
    ...input,
    person: order.map((i) => person[i] as number),
    case: order.map((i) => caseOf[i] as number),
    score: Float64Array.from(order, (i) => score[i] as number),
    equalPeople: true,
  };
}

/** By person: what each of their answers weighs. */
export function weighAnswers({ people, person, equalPeople }: TwoWayInput): Float64Array {
  const weights = new Float64Array(people).fill(1);
  if (!equalPeople) return weights;
  const given = new Float64Array(people);
  for (const one of person) given[one] = (given[one] as number) + 1;
  return weights.map((weight, one) => weight / Math.max(1, given[one] as number));
}

/** What a case belongs to: its work, or itself. */
export const clusterAt = ({ clusterOf }: Pick<TwoWayInput, "clusterOf">, at: number): number =>
  clusterOf ? (clusterOf[at] as number) : at;

export function checkTwoWay(input: TwoWayInput): void {
  const { people, cases, person, case: caseOf, score, clusterOf, stratumOf, shareOf } = input;
  requireCount(people, "people");
  requireCount(cases, "cases");
  requireSize(caseOf.length, person.length, "cases of answers");
  requireSize(score.length, person.length, "scores");
  if (clusterOf) {
    requireSize(clusterOf.length, cases, "clusters of cases");
    requirePlaces(clusterOf, cases, "a cluster");
  }
  if (stratumOf) requireSize(stratumOf.length, cases, "strata of cases");
  requirePlaces(person, people, "a person");
  requirePlaces(caseOf, cases, "a case");
  if (stratumOf && shareOf) requirePlaces(stratumOf, shareOf.length, "a stratum");
  for (const one of score) requireNumber(one, "a score", 0, 1);
}

export function keepAnswers(input: TwoWayInput, isKept: (i: number) => boolean): TwoWayInput {
  const all = input.score.length;
  const places = new Int32Array(all);
  let count = 0;
  for (let i = 0; i < all; i++) if (isKept(i)) places[count++] = i;
  if (count === all) return input;
  const kept = { person: new Int32Array(count), case: new Int32Array(count), score: new Float64Array(count) };
  for (let at = 0; at < count; at++) {
    const i = places[at] as number;
    kept.person[at] = input.person[i] as number;
    kept.case[at] = input.case[i] as number;
    kept.score[at] = input.score[i] as number;
  }
  return { ...input, ...kept };
}
