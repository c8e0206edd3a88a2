import type { Vectors } from "#lib/curation/pool/distractors/nearest.ts";
import { randomShares } from "#lib/metrics/testing/random-answers.ts";

/** The same each time, in memory that threads can share. */
export function someVectors(count: number, length: number): Vectors {
  const { share } = randomShares(11);
  const values = new Float64Array(new SharedArrayBuffer(count * length * 8));
  for (let row = 0; row < count; row++) {
    const own = Array.from({ length }, () => share() - 0.5);
    const norm = Math.hypot(...own);
    own.forEach((value, at) => (values[row * length + at] = value / norm));
  }
  return { values, length, count };
}
