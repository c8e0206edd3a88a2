import { checkCrossed, type CrossedInput } from "#lib/metrics/crossed/input.ts";
import { layOutAnswers, makeCounts, type Counts, type AnswerLayout } from "#lib/metrics/crossed/layout.ts";
import { caseStream, drawWeights, peopleStream, ROUNDS } from "#lib/metrics/crossed/resampling-weights.ts";

/** Where each statistic stands among the statistics of a replicate. */
export const placeStatistics = (models: number) => ({
  people: 0,
  peopleOnce: 1,
  model: (one: number) => 2 + one,
  gap: (one: number) => 2 + models + one,
  gapOnce: (one: number) => 2 + 2 * models + one,
  count: 2 + 3 * models,
});

/** Every statistic under the weights of one replicate; NaN where it doesn't exist. */
export function prepareStatistics(input: CrossedInput) {
  checkCrossed(input);
  const { sumDrawn, sumModels, sumAnswered } = prepareSums(input, layOutAnswers(input), packModels(input));
  const { sets, setOf } = listAnsweredSets(input);
  const places = placeStatistics(input.models.length);
  const caseWeights = new Uint8Array(input.cases);
  const personWeights = new Uint8Array(input.people);
  const drawn = {
    active: makeCounts(input.cases, input.cases),
    weightOf: new Uint8Array(input.cases),
    count: 0,
  };
  const found = new Float64Array(places.count);

  function weigh(): Float64Array {
    listDrawn(caseWeights, drawn);
    const total = sumDrawn(drawn, personWeights);
    found[places.people] = total.right / total.answers;
    found[places.peopleOnce] = total.rightOnce / total.once;
    if (setOf.length === 0) return found;
    const correct = sumModels(drawn, total);
    const answered = sets.map((set) => sumAnswered(total, set, caseWeights));
    for (let m = 0; m < setOf.length; m += 1) {
      const own = answered[setOf[m] as number] ?? total;
      found[places.model(m)] = (correct.cases[m] as number) / own.cases;
      found[places.gap(m)] = (own.right - (correct.answers[m] as number)) / own.answers;
      found[places.gapOnce(m)] = (own.rightOnce - (correct.once[m] as number)) / own.once;
    }
    return found;
  }

  return {
    places,
    /** Everybody and everything once. */
    observe: () => {
      caseWeights.fill(1);
      personWeights.fill(1);
      return weigh();
    },
    draw: (replicate: number) => {
      drawWeights(caseWeights, input.seed, caseStream(replicate));
      drawWeights(personWeights, input.seed, peopleStream(replicate));
      return weigh();
    },
  };
}

export type ReplicatePart = {
  readonly from: number;
  readonly to: number;
  /** Statistic by statistic, and within each one replicate by replicate. */
  readonly values: Float64Array<ArrayBuffer>;
  /** The statistics of the data as they are, which every part brings along. */
  readonly observed: Float64Array;
};

export function drawReplicates(input: CrossedInput, from: number, to: number): ReplicatePart {
  const { places, draw, observe } = prepareStatistics(input);
  const size = to - from;
  const values = new Float64Array(places.count * size);
  for (let i = 0; i < size; i += 1) {
    const found = draw(from + i);
    for (let place = 0, at = i; place < places.count; place += 1, at += size)
      values[at] = found[place] as number;
  }
  return { from, to, values, observed: observe().slice() };
}

/** One statistic's values in a part, as they were written above. */
export const listReplicates = ({ from, to, values }: ReplicatePart, place: number): Float64Array =>
  values.subarray(place * (to - from), (place + 1) * (to - from));

/** Cases drawn at least once, and how often, the first `count` of them. */
type DrawnCases = { readonly active: Counts; readonly weightOf: Uint8Array; count: number };

/** Weighted sums over cases: crosswise, and with everybody counted once. */
type CaseSums = { cases: number; answers: number; right: number; once: number; rightOnce: number };

/** What of them falls to each model's right answers. */
type ModelSums = {
  readonly cases: Float64Array;
  readonly answers: Float64Array;
  readonly once: Float64Array;
};

const WHOLE = 2 ** 53;

function listDrawn(weights: Uint8Array, drawn: DrawnCases): void {
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
function prepareSums(input: CrossedInput, layout: AnswerLayout, words: ModelWords) {
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

/**
 * Models are taken several at a time. Which of them are right on a case is a pattern of bits; weights are summed by
 * pattern, one addition for all the models of a pattern, and the few patterns give every model's sum. A case holds three
 * patterns in a word. Scores that are more than right and wrong are summed one by one.
 */
type ModelWords = {
  readonly bits: number;
  /** By case; the models of a word follow on those of the one before. */
  readonly words: readonly Int32Array[];
  readonly scored: readonly { readonly place: number; readonly scores: Float64Array }[];
};

const PATTERNS = 3;
const MOST_BITS = 10;

function packModels({ models, cases }: CrossedInput): ModelWords {
  if (models.length === 0) return { bits: 0, words: [], scored: [] };
  // With few cases patterns are kept few: reading them must not cost more than summing does.
  const most = Math.min(MOST_BITS, Math.max(1, Math.floor(Math.log2(cases + 1)) - 1));
  const count = Math.ceil(models.length / (PATTERNS * most));
  const bits = Math.ceil(models.length / (PATTERNS * count));
  const words = Array.from({ length: count }, () => new Int32Array(cases));
  for (const [m, { correct }] of models.entries()) {
    if (correct instanceof Float64Array) continue;
    const word = words[Math.floor(m / (PATTERNS * bits))] as Int32Array;
    const place = m % (PATTERNS * bits);
    const bit = 1 << (Math.floor(place / bits) * MOST_BITS + (place % bits));
    for (let at = 0; at < cases; at += 1) if (correct[at] === 1) word[at] = (word[at] as number) | bit;
  }
  const scored = models.flatMap(({ correct }, place) =>
    correct instanceof Float64Array ? [{ place, scores: correct.map((score) => score || 0) }] : [],
  );
  return { bits, words, scored };
}

const makePatternSums = ({ bits }: ModelWords) => new Float64Array(PATTERNS << bits);

/** Sums what stands in `lane`, for the first `count` cases that `active` names, over each model's right answers, or times its scores. */
function sumByModel(
  { bits, words, scored }: ModelWords,
  sums: Float64Array,
  active: Counts,
  lane: Float64Array,
  count: number,
  to: Float64Array,
): void {
  let first = 0;
  for (const word of words) {
    for (let from = 0; from < count; from += ROUNDS)
      sumByPattern(sums, word, bits, active, lane, from, Math.min(count, from + ROUNDS));
    for (let place = 0; place < PATTERNS; place += 1) {
      sumByBit(sums.subarray(place << bits, (place + 1) << bits), bits, to, first);
      first += bits;
    }
  }
  for (const { place, scores } of scored) {
    let sum = 0;
    for (let i = 0; i < count; i += 1) sum += (scores[active[i] as number] as number) * (lane[i] as number);
    to[place] = sum;
  }
}

function sumByPattern(
  sums: Float64Array,
  word: Int32Array,
  bits: number,
  active: Counts,
  lane: Float64Array,
  from: number,
  to: number,
): void {
  const low = 1 << bits;
  const upper = 2 << bits;
  for (let i = from; i < to; i += 1) {
    const patterns = word[active[i] as number] as number;
    const weight = lane[i] as number;
    const a = patterns & 1023;
    const b = low + ((patterns >> 10) & 1023);
    const c = upper + (patterns >> 20);
    sums[a] = (sums[a] as number) + weight;
    sums[b] = (sums[b] as number) + weight;
    sums[c] = (sums[c] as number) + weight;
  }
}

/** The sum over all patterns that hold a bit, for each bit, at `to`; leaves the sums empty. */
function sumByBit(sums: Float64Array, bits: number, to: Float64Array, first: number): void {
  for (let bit = bits - 1; bit >= 0; bit -= 1) {
    const half = 1 << bit;
    let sum = 0;
    for (let low = 0; low < half; low += 1) {
      const upper = sums[half + low] as number;
      sum += upper;
      sums[low] = (sums[low] as number) + upper;
      sums[half + low] = 0;
    }
    // Beyond the last model nothing is written: typed arrays end where they end.
    to[first + bit] = sum;
  }
  sums[0] = 0;
}

/** Cases to which a model has an answer, or has none, whichever are fewer. Models with the same share one. */
type AnsweredSet = { readonly listed: "answered" | "unanswered"; readonly cases: Counts };

function listAnsweredSets({ models, cases }: CrossedInput): {
  sets: AnsweredSet[];
  setOf: Int32Array;
} {
  const known: Int8Array[] = [];
  const setOf = Int32Array.from(models, ({ correct }) => {
    const isScored = correct instanceof Float64Array;
    const answered = Int8Array.from(correct, (one) => ((isScored ? !Number.isNaN(one) : one !== -1) ? 1 : 0));
    const place = known.findIndex((other) => isSame(other, answered));
    return place === -1 ? known.push(answered) - 1 : place;
  });
  const sets = known.map((answered): AnsweredSet => {
    const count = answered.reduce((sum, one) => sum + one, 0);
    const listed = count * 2 < cases ? 1 : 0;
    const own = makeCounts(listed === 1 ? count : cases - count, cases);
    let place = 0;
    for (let at = 0; at < cases; at += 1) if (answered[at] === listed) own[place++] = at;
    return { listed: listed === 1 ? "answered" : "unanswered", cases: own };
  });
  return { sets, setOf };
}

function isSame(a: Int8Array, b: Int8Array): boolean {
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}
