import type { CrossedInput } from "#lib/metrics/crossed/input.ts";
import { makeCounts, type Counts, type AnswerLayout } from "#lib/metrics/crossed/layout.ts";
import {
  makePatternSums,
  sumByModel,
  type AnsweredSet,
  type ModelWords,
} from "#lib/metrics/crossed/models.ts";
import { ROUNDS } from "#lib/metrics/crossed/resampling-weights.ts";

/** Cases drawn at least once, and how often, the first `count` of them. */
export type DrawnCases = { readonly active: Counts; readonly weightOf: Uint8Array; count: number };

/** Weighted sums over cases: crosswise, and with everybody counted once. */
export type CaseSums = { cases: number; answers: number; right: number; once: number; rightOnce: number };

/** What of them falls to each model's right answers. */
export type ModelSums = {
  readonly cases: Float64Array;
  readonly answers: Float64Array;
  readonly once: Float64Array;
};

const WHOLE = 2 ** 53;

export function listDrawn(weights: Uint8Array, drawn: DrawnCases): void {
  drawn.count = 0;
  for (let from = 0; from < weights.length; from += ROUNDS)
    drawn.count = listSome(weights, drawn, from, Math.min(weights.length, from + ROUNDS), drawn.count);
}

/** Without a branch, which would be guessed wrong every third time. */
function listSome(
  weights: Uint8Array,
  { active, weightOf }: DrawnCases,
  from: number,
  to: number,
  before: number,
): number {
  let count = before;
  for (let at = from; at < to; at += 1) {
    const weight = weights[at] as number;
    active[count] = at;
    weightOf[count] = weight;
    count += (weight + 255) >> 8;
  }
  return count;
}

/** Works in memory of its own: what it returned is to be read before the next replicate. */
export function prepareSums(input: CrossedInput, layout: AnswerLayout, words: ModelWords) {
  const { scores, answers, once, scoresOnce, maxWeight } = layout;
  /** Weighted answers by case, wrong and right ones side by side. */
  const weighted = makeCounts(2 * input.cases, maxWeight);
  const scoreSum = new Float64Array(scores ? input.cases : 0);
  const lane = new Float64Array(input.cases);
  const patterns = makePatternSums(words);
  const packed = new Float64Array(input.models.length);
  const models: ModelSums = { cases: packed.slice(), answers: packed.slice(), once: packed.slice() };

  // Three counts share a number: draws of cases above, answers counted once in the middle, weighted answers below.
  const share = 2 ** Math.ceil(Math.log2(2 * answers + 1));
  // Whole numbers alone can be told apart again.
  const fits = words.scored.length === 0 && share * share * (input.cases + 1) <= WHOLE;

  const sums = new Float64Array(5);
  const counts: CaseCounts = { weighted, once, sums };

  function addUp(cases: Counts, weights: Uint8Array, count: number, drawn: boolean): CaseSums {
    sums.fill(0);
    for (let from = 0; from < count; from += ROUNDS)
      if (drawn) addDrawn(cases, weights, counts, share, lane, from, Math.min(count, from + ROUNDS));
      else addListed(cases, weights, counts, from, Math.min(count, from + ROUNDS));
    const [listed = 0, wrong = 0, right = 0, wrongOnce = 0, rightOnce = 0] = sums;
    const all = drawn ? input.cases : listed;
    const found = { cases: all, answers: wrong + right, right, once: wrongOnce + rightOnce, rightOnce };
    if (scoresOnce)
      for (let i = 0; i < count; i += 1) {
        const at = cases[i] as number;
        const weight = weights[drawn ? i : at] as number;
        found.right += weight * (scoreSum[at] as number);
        found.rightOnce += weight * (scoresOnce[at] as number);
      }
    return found;
  }

  function sumDrawn({ active, weightOf, count }: DrawnCases, personWeights: Uint8Array): CaseSums {
    addPeople(layout, personWeights, weighted, scoreSum);
    return addUp(active, weightOf, count, true);
  }

  function sumModels({ active, weightOf, count }: DrawnCases, total: CaseSums): ModelSums {
    const sumLane = (to: Float64Array) => sumByModel(words, patterns, active, lane, count, to);
    if (fits && total.answers < share && total.once < share) {
      sumLane(packed);
      unpack(packed, share, models);
      return models;
    }
    const sumOver = (to: Float64Array, of: (at: number) => number) => {
      for (let i = 0; i < count; i += 1) lane[i] = (weightOf[i] as number) * of(active[i] as number);
      sumLane(to);
    };
    const both = (counts: Counts) => (at: number) =>
      (counts[2 * at] as number) + (counts[2 * at + 1] as number);
    sumOver(models.answers, both(weighted));
    sumOver(models.once, both(once));
    sumOver(models.cases, () => 1);
    return models;
  }

  /** The same sums over the cases alone to which a model has an answer. */
  function sumAnswered(total: CaseSums, { listed, cases }: AnsweredSet, weights: Uint8Array): CaseSums {
    const sum = addUp(cases, weights, cases.length, false);
    return listed === "answered" ? sum : subtract(total, sum);
  }
  return { sumDrawn, sumModels, sumAnswered };
}

/** Everybody's answers to each case, by how often they were drawn. */
function addPeople(
  { start, placeOf, scores }: AnswerLayout,
  personWeights: Uint8Array,
  weighted: Counts,
  scoreSum: Float64Array,
): void {
  weighted.fill(0);
  if (scores) scoreSum.fill(0);
  // By person, since a person who wasn't drawn costs nothing then.
  for (let person = 0; person < personWeights.length; person += 1) {
    const weight = personWeights[person] as number;
    if (weight === 0) continue;
    const [from, to] = [start[person] as number, start[person + 1] as number];
    addPerson(placeOf, weight, weighted, from, to);
    if (scores) addScores(placeOf, scores, weight, scoreSum, from, to);
  }
}

/** The three counts that share a number. */
function unpack(packed: Float64Array, share: number, models: ModelSums): void {
  for (let m = 0; m < packed.length; m += 1) {
    const sum = packed[m] as number;
    const above = Math.floor(sum / share);
    const cases = Math.floor(above / share);
    models.answers[m] = sum - above * share;
    models.once[m] = above - cases * share;
    models.cases[m] = cases;
  }
}

const subtract = (total: CaseSums, part: CaseSums): CaseSums => ({
  cases: total.cases - part.cases,
  answers: total.answers - part.answers,
  right: total.right - part.right,
  once: total.once - part.once,
  rightOnce: total.rightOnce - part.rightOnce,
});

/** Wrong and right answers side by side, weighted and once, and the five sums over cases that are made of them. */
type CaseCounts = { readonly weighted: Counts; readonly once: Counts; readonly sums: Float64Array };

function addDrawn(
  active: Counts,
  weightOf: Uint8Array,
  { weighted, once, sums }: CaseCounts,
  share: number,
  lane: Float64Array,
  from: number,
  to: number,
): void {
  let wrong = 0;
  let right = 0;
  let wrongOnce = 0;
  let rightOnce = 0;
  for (let i = from; i < to; i += 1) {
    const at = active[i] as number;
    const weight = weightOf[i] as number;
    const wrongHere = weighted[2 * at] as number;
    const rightHere = weighted[2 * at + 1] as number;
    const wrongHereOnce = once[2 * at] as number;
    const rightHereOnce = once[2 * at + 1] as number;
    wrong += weight * wrongHere;
    right += weight * rightHere;
    wrongOnce += weight * wrongHereOnce;
    rightOnce += weight * rightHereOnce;
    lane[i] = weight * ((share + wrongHereOnce + rightHereOnce) * share + wrongHere + rightHere);
  }
  sums[1] = (sums[1] as number) + wrong;
  sums[2] = (sums[2] as number) + right;
  sums[3] = (sums[3] as number) + wrongOnce;
  sums[4] = (sums[4] as number) + rightOnce;
}

function addListed(
  cases: Counts,
  caseWeights: Uint8Array,
  { weighted, once, sums }: CaseCounts,
  from: number,
  to: number,
): void {
  let count = 0;
  let wrong = 0;
  let right = 0;
  let wrongOnce = 0;
  let rightOnce = 0;
  for (let i = from; i < to; i += 1) {
    const at = cases[i] as number;
    const weight = caseWeights[at] as number;
    count += weight;
    wrong += weight * (weighted[2 * at] as number);
    right += weight * (weighted[2 * at + 1] as number);
    wrongOnce += weight * (once[2 * at] as number);
    rightOnce += weight * (once[2 * at + 1] as number);
  }
  sums[0] = (sums[0] as number) + count;
  sums[1] = (sums[1] as number) + wrong;
  sums[2] = (sums[2] as number) + right;
  sums[3] = (sums[3] as number) + wrongOnce;
  sums[4] = (sums[4] as number) + rightOnce;
}

function addPerson(placeOf: Counts, weight: number, weighted: Counts, from: number, to: number): void {
  for (let i = from; i < to; i += 1) {
    const place = placeOf[i] as number;
    weighted[place] = (weighted[place] as number) + weight;
  }
}

function addScores(
  placeOf: Counts,
  scores: Float64Array,
  weight: number,
  scoreSum: Float64Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i += 1) {
    const at = (placeOf[i] as number) >> 1;
    scoreSum[at] = (scoreSum[at] as number) + weight * (scores[i] as number);
  }
}
