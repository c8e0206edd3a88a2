import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";

export type TokenPair = { readonly reference: readonly string[]; readonly candidate: readonly string[] };
type Order = { readonly matches: number; readonly total: number };

/** How an order without a match counts: see each below. `expEffective` is the sentence default of sacrebleu. */
export type Bleu4 = {
  readonly none: number;
  readonly epsilon: number;
  readonly addOne: number;
  readonly expEffective: number;
};

/** Of one candidate against one reference, on tokens (characters for Chinese). 0 for an empty candidate. */
export function bleu4(reference: readonly string[], candidate: readonly string[]): Bleu4 {
  return scorePairs([{ reference, candidate }]);
}

/** Matches, n-grams and lengths are summed over the pairs first. */
export function bleu4Corpus(pairs: readonly TokenPair[]): Figures<keyof Bleu4> {
  if (pairs.length === 0) return withoutFigures(["none", "epsilon", "addOne", "expEffective"], "no_items");
  return { ...scorePairs(pairs), reason: null };
}

function scorePairs(pairs: readonly TokenPair[]): Bleu4 {
  const candidateLength = pairs.reduce((sum, { candidate }) => sum + candidate.length, 0);
  const referenceLength = pairs.reduce((sum, { reference }) => sum + reference.length, 0);
  const orders = [1, 2, 3, 4].map((n): Order => {
    const counted = pairs.map((pair) => matchGrams(pair, n));
    return {
      matches: counted.reduce((sum, { matches }) => sum + matches, 0),
      total: counted.reduce((sum, { total }) => sum + total, 0),
    };
  });
  if (orders[0]?.matches === 0) return { none: 0, epsilon: 0, addOne: 0, expEffective: 0 };
  const brevity = candidateLength >= referenceLength ? 1 : Math.exp(1 - referenceLength / candidateLength);
  const score = (precisions: readonly number[]) => brevity * geometricMean(precisions);
  let halvings = 0;
  return {
    none: score(orders.map(({ matches, total }) => (matches === 0 ? 0 : matches / total))),
    epsilon: score(orders.map(({ matches, total }) => (matches || 0.1) / Math.max(1, total))),
    addOne: score(
      orders.map(({ matches, total }, i) =>
        i === 0 ? matches / total : (matches + 1) / (Math.max(1, total) + 1),
      ),
    ),
    expEffective: score(
      orders
        .filter(({ total }) => total > 0)
        .map(({ matches, total }) => (matches > 0 ? matches / total : 1 / (2 ** ++halvings * total))),
    ),
  };
}

function matchGrams({ reference, candidate }: TokenPair, n: number): Order {
  const available = countGrams(reference, n);
  let matches = 0;
  for (const [gram, count] of countGrams(candidate, n)) matches += Math.min(count, available.get(gram) ?? 0);
  return { matches, total: Math.max(0, candidate.length - n + 1) };
}

function countGrams(tokens: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + n <= tokens.length; start += 1) {
    // JSON keeps tokens apart whatever characters they contain.
    const gram = JSON.stringify(tokens.slice(start, start + n));
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function geometricMean(values: readonly number[]): number {
  if (values.includes(0)) return 0;
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
