import type { CrossedInput } from "#lib/metrics/crossed/input.ts";
import { makeCounts, type Counts } from "#lib/metrics/crossed/layout.ts";
import { ROUNDS } from "#lib/metrics/crossed/resampling-weights.ts";

/**
 * Models are taken several at a time. Which of them are right on a case is a pattern of bits; weights are summed by
 * pattern, one addition for all the models of a pattern, and the few patterns give every model's sum. A case holds three
 * patterns in a word. Scores that are more than right and wrong are summed one by one.
 */
export type ModelWords = {
  readonly bits: number;
  /** By case; the models of a word follow on those of the one before. */
  readonly words: readonly Int32Array[];
  readonly scored: readonly { readonly place: number; readonly scores: Float64Array }[];
};

const PATTERNS = 3;
const MOST_BITS = 10;

export function packModels({ models, cases }: CrossedInput): ModelWords {
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

export const makePatternSums = ({ bits }: ModelWords) => new Float64Array(PATTERNS << bits);

/** Sums what stands in `lane`, for the first `count` cases that `active` names, over each model's right answers, or times its scores. */
export function sumByModel(
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
export type AnsweredSet = { readonly listed: "answered" | "unanswered"; readonly cases: Counts };

export function listAnsweredSets({ models, cases }: CrossedInput): {
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
