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
};

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
  const kept = Int32Array.from(input.score.keys()).filter(isKept);
  if (kept.length === input.score.length) return input;
  return {
    ...input,
    person: kept.map((i) => input.person[i] as number),
    case: kept.map((i) => input.case[i] as number),
    score: Float64Array.from(kept, (i) => input.score[i] as number),
  };
}
