import { factorise, solveFactored } from "#lib/metrics/mixed-model/cholesky.ts";
import type { BothSides, Sides } from "#lib/metrics/mixed-model/sides.ts";

/**
 * The curvature of the penalised likelihood by its effects, in units of their spread. Members of one side share no answer,
 * so that the larger side is eliminated by division and what is left is as large as the smaller one.
 */
export type Curvature = {
  readonly sides: Sides;
  /** What an answer's weight is multiplied by where its two members meet. */
  readonly cross: number;
  readonly weights: Float64Array;
  /** By member of the larger side. */
  readonly diagonal: Float64Array;
  /** Cholesky's lower triangle of what is left for the smaller side. */
  readonly lower: Float64Array;
  readonly logDeterminant: number;
};

/** Null where it curves the wrong way, which a penalised likelihood does only beyond what numbers hold. */
export function measureCurvature(
  sides: Sides,
  spread: { few: number; many: number },
  weights: Float64Array,
): Curvature | null {
  const { few, from, fewCount, manyCount } = sides;
  const cross = spread.few * spread.many;
  const diagonal = new Float64Array(manyCount);
  const left = new Float64Array(fewCount * fewCount);
  for (let k = 0; k < fewCount; k++) left[k * fewCount + k] = 1;
  let logDeterminant = 0;
  for (let m = 0; m < manyCount; m++) {
    const [start, end] = [from[m] as number, from[m + 1] as number];
    let own = 1;
    for (let a = start; a < end; a++) own += spread.many ** 2 * (weights[a] as number);
    diagonal[m] = own;
    logDeterminant += Math.log(own);
    for (let a = start; a < end; a++) {
      const f = few[a] as number;
      const weight = weights[a] as number;
      const at = f * fewCount;
      left[at + f] = (left[at + f] as number) + spread.few ** 2 * weight;
      const scaled = (cross * cross * weight) / own;
      // The upper half is never read.
      for (let b = start; b <= a; b++) {
        const place = at + (few[b] as number);
        left[place] = (left[place] as number) - scaled * (weights[b] as number);
      }
    }
  }
  const ofLeft = factorise(left, fewCount);
  return ofLeft === null
    ? null
    : { sides, cross, weights, diagonal, lower: left, logDeterminant: logDeterminant + ofLeft };
}

/** What the curvature turns into `right`. */
export function solveCurvature(curvature: Curvature, right: BothSides): BothSides {
  const { sides, cross, weights, diagonal } = curvature;
  const { few: fewOf, from, manyCount } = sides;
  const reduced = right.few.slice();
  for (let m = 0; m < manyCount; m++) {
    const share = (cross * (right.many[m] as number)) / (diagonal[m] as number);
    for (let a = from[m] as number; a < (from[m + 1] as number); a++) {
      const f = fewOf[a] as number;
      reduced[f] = (reduced[f] as number) - share * (weights[a] as number);
    }
  }
  const few = solveFactored(curvature.lower, reduced);
  const many = right.many.map((value, m) => {
    let rest = value;
    for (let a = from[m] as number; a < (from[m + 1] as number); a++)
      rest -= cross * (weights[a] as number) * (few[fewOf[a] as number] as number);
    return rest / (diagonal[m] as number);
  });
  return { few, many };
}

/** How uncertain each effect is, the others being so too: the diagonal of the inverse, in units of its spread squared. */
export function measureVariances(curvature: Curvature): BothSides {
  const { sides, cross, weights, diagonal } = curvature;
  const { few: fewOf, from, fewCount, manyCount } = sides;
  const unit = (k: number) => Float64Array.from({ length: fewCount }, (_, i) => (i === k ? 1 : 0));
  const inverse = Array.from({ length: fewCount }, (_, k) => solveFactored(curvature.lower, unit(k)));
  const many = Float64Array.from({ length: manyCount }, (_, m) => {
    const own = diagonal[m] as number;
    let shared = 0;
    for (let a = from[m] as number; a < (from[m + 1] as number); a++) {
      const row = inverse[fewOf[a] as number] as Float64Array;
      for (let b = from[m] as number; b < (from[m + 1] as number); b++)
        shared += (weights[a] as number) * (weights[b] as number) * (row[fewOf[b] as number] as number);
    }
    return 1 / own + (cross * cross * shared) / (own * own);
  });
  return { few: Float64Array.from(inverse, (row, k) => row[k] as number), many };
}
