import { MetricInputError, requireCount } from "#lib/metrics/input-error.ts";
import { beginStream } from "#lib/metrics/power/random.ts";

/** A replicate has a stream for its cases and one for its people: neither depends on how many of the other there are. */
export const maxReplicates = 2 ** 20;

export const caseStream = (replicate: number) => replicate;
export const peopleStream = (replicate: number) => maxReplicates + replicate;

/**
 * Long loops are cut into calls of so many rounds. V8 compiles a function that is called often to its best; one that is
 * called seldom and runs long it compiles again and again while it runs, which was found three to six times slower.
 */
export const ROUNDS = 512;

/** How often each of these is drawn in as many draws with replacement as there are of them. */
export function drawWeights(weights: Uint8Array, seed: number, stream: number): void {
  weights.fill(0);
  const { a, b, c, counter } = beginStream(seed, stream);
  const state = Int32Array.of(a, b, c, counter);
  // The generator is most of the time this takes, so one word gives two places: the whole and the fraction of its
  // product with `count`. Every place stays as likely as any other; pairs differ in likelihood by a quarter at most.
  const perWord = weights.length <= 2 ** 15 ? 2 : 1;
  for (let left = weights.length; left > 0; left -= perWord * ROUNDS) {
    const draws = Math.min(left, perWord * ROUNDS);
    drawSome(weights, state, draws, perWord);
  }
}

// 255 of one are never drawn: of fewer there are not so many draws, of more it takes longer than the world has.
function drawSome(weights: Uint8Array, state: Int32Array, draws: number, perWord: number): void {
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let counter = state[3] as number;
  const count = weights.length;
  const scale = count / 2 ** 32;
  for (let drawn = 0; drawn < draws; drawn += perWord) {
    const word = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + word) | 0;
    const place = ((word >>> 0) * scale) | 0;
    weights[place] = (weights[place] as number) + 1;
    if (perWord === 1 || drawn + 1 === draws) continue;
    const other = ((Math.imul(word, count) >>> 0) * scale) | 0;
    weights[other] = (weights[other] as number) + 1;
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = counter;
}

export function requireResampling({ b, seed }: { b: number; seed: number }): void {
  requireCount(b, "b", maxReplicates);
  requireCount(seed, "seed");
  if (b === 0) throw new MetricInputError("out_of_range", "b is 0, but must be at least 1");
}
