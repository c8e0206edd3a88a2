import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";

/** Answers as both sides see them: by person and by case, the one side with fewer last. */
export type Sides = {
  readonly input: TwoWayInput;
  /** Which side of an answer has fewer members, and how many each has. */
  readonly few: Int32Array;
  readonly many: Int32Array;
  readonly fewCount: number;
  readonly manyCount: number;
  readonly arePeopleFew: boolean;
  /** The answers of each member of the larger side. */
  readonly answersOf: readonly number[][];
};

export function takeSides(input: TwoWayInput): Sides {
  const arePeopleFew = input.people <= input.cases;
  const [few, many] = arePeopleFew ? [input.person, input.case] : [input.case, input.person];
  const [fewCount, manyCount] = arePeopleFew ? [input.people, input.cases] : [input.cases, input.people];
  const answersOf = Array.from({ length: manyCount }, (): number[] => []);
  many.forEach((member, i) => answersOf[member]?.push(i));
  return { input, few, many, fewCount, manyCount, arePeopleFew, answersOf };
}

/** Intercept, and the spread of people and of cases, in log-odds. */
export type Parameters3 = { intercept: number; people: number; cases: number };

/** Where the effects are the most probable, in units of their spread, and what the whole comes to there. */
export type Mode = {
  /** -2 log-likelihood, the effects integrated by Laplace's approximation. */
  deviance: number;
  few: Float64Array;
  many: Float64Array;
};

const NEWTON_STEPS = 60;

/**
 * Penalised iterated least squares for a logistic model with crossed random effects; `warm` is where it begins and is
 * moved to the mode, so that near parameters are quick to judge.
 */
export function findMode(
  sides: Sides,
  parameters: Parameters3,
  warm: Pick<Mode, "few" | "many">,
): Mode | null {
  const { fewCount, arePeopleFew } = sides;
  const spread = {
    few: arePeopleFew ? parameters.people : parameters.cases,
    many: arePeopleFew ? parameters.cases : parameters.people,
  };
  const { few, many } = warm;
  let penalised = measurePenalised(sides, parameters.intercept, spread, few, many);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const system = setUp(sides, parameters.intercept, spread, few, many);
    const factor = factorise(system.schur, fewCount);
    if (!factor) return null;
    const move = solve(sides, spread, system, factor);
    const [before, fewBefore, manyBefore] = [penalised, few.slice(), many.slice()];
    for (let half = 0; half < 30; half++) {
      const scale = 0.5 ** half;
      few.forEach((_, k) => (few[k] = (fewBefore[k] as number) + scale * (move.few[k] as number)));
      many.forEach((_, k) => (many[k] = (manyBefore[k] as number) + scale * (move.many[k] as number)));
      penalised = measurePenalised(sides, parameters.intercept, spread, few, many);
      if (penalised <= before + 1e-12) break;
    }
    if (Math.abs(before - penalised) < 1e-12 * (1 + Math.abs(penalised))) {
      // The curvature moves with the last step, though the height hardly does.
      const last = setUp(sides, parameters.intercept, spread, few, many);
      const logDeterminant = factorise(last.schur, fewCount)?.logDeterminant;
      return logDeterminant === undefined
        ? null
        : { deviance: penalised + last.logDiagonal + logDeterminant, few, many };
    }
  }
  return null;
}

type Spread = { few: number; many: number };

const etaOf = (
  { few: fewOf, many: manyOf }: Sides,
  intercept: number,
  spread: Spread,
  few: Float64Array,
  many: Float64Array,
) =>
  function eta(i: number): number {
    return (
      intercept +
      spread.few * (few[fewOf[i] as number] as number) +
      spread.many * (many[manyOf[i] as number] as number)
    );
  };

/** Deviance of the answers given the effects, and the penalty of those. */
function measurePenalised(
  sides: Sides,
  intercept: number,
  spread: Spread,
  few: Float64Array,
  many: Float64Array,
): number {
  const eta = etaOf(sides, intercept, spread, few, many);
  const { score } = sides.input;
  let total = 0;
  for (let i = 0; i < score.length; i++) {
    const at = eta(i);
    // log(1 + e^x) without overflow.
    total += 2 * (Math.max(at, 0) + Math.log1p(Math.exp(-Math.abs(at))) - (score[i] as number) * at);
  }
  for (const one of few) total += one * one;
  for (const one of many) total += one * one;
  return total;
}

type System = {
  /** By member of the larger side: one and its weights, and what is to be solved for. */
  diagonal: Float64Array;
  right: { few: Float64Array; many: Float64Array };
  weights: Float64Array;
  /** What is left for the smaller side once the larger one is eliminated. */
  schur: Float64Array;
  logDiagonal: number;
};

function setUp(
  sides: Sides,
  intercept: number,
  spread: Spread,
  few: Float64Array,
  many: Float64Array,
): System {
  const { input, few: fewOf, many: manyOf, fewCount, manyCount, answersOf } = sides;
  const eta = etaOf(sides, intercept, spread, few, many);
  const weights = new Float64Array(input.score.length);
  const diagonal = new Float64Array(manyCount).fill(1);
  const right = { few: few.map((one) => -one), many: many.map((one) => -one) };
  const schur = new Float64Array(fewCount * fewCount);
  for (let k = 0; k < fewCount; k++) schur[k * fewCount + k] = 1;
  const add = (values: Float64Array, at: number, value: number) =>
    (values[at] = (values[at] as number) + value);
  for (let i = 0; i < weights.length; i++) {
    const expected = 1 / (1 + Math.exp(-eta(i)));
    const weight = expected * (1 - expected);
    const left = (input.score[i] as number) - expected;
    const [f, m] = [fewOf[i] as number, manyOf[i] as number];
    weights[i] = weight;
    add(right.few, f, spread.few * left);
    add(right.many, m, spread.many * left);
    add(diagonal, m, spread.many ** 2 * weight);
    add(schur, f * fewCount + f, spread.few ** 2 * weight);
  }
  let logDiagonal = 0;
  const cross = spread.few * spread.many;
  for (let m = 0; m < manyCount; m++) {
    const own = diagonal[m] as number;
    logDiagonal += Math.log(own);
    const answers = answersOf[m] ?? [];
    for (const a of answers) {
      const scaled = (cross * cross * (weights[a] as number)) / own;
      const row = (fewOf[a] as number) * fewCount;
      for (const b of answers) add(schur, row + (fewOf[b] as number), -scaled * (weights[b] as number));
    }
  }
  return { diagonal, right, weights, schur, logDiagonal };
}

type Factor = { lower: Float64Array; size: number; logDeterminant: number };

/** Cholesky's, in place; null where the matrix is not positive definite. */
function factorise(matrix: Float64Array, size: number): Factor | null {
  let logDeterminant = 0;
  for (let j = 0; j < size; j++) {
    for (let i = j; i < size; i++) {
      let value = matrix[i * size + j] as number;
      for (let k = 0; k < j; k++)
        value -= (matrix[i * size + k] as number) * (matrix[j * size + k] as number);
      if (i === j) {
        if (!(value > 0)) return null;
        logDeterminant += Math.log(value);
        matrix[j * size + j] = Math.sqrt(value);
      } else matrix[i * size + j] = value / (matrix[j * size + j] as number);
    }
  }
  return { lower: matrix, size, logDeterminant };
}

export function solveFactored({ lower, size }: Factor, right: Float64Array): Float64Array {
  const found = right.slice();
  for (let i = 0; i < size; i++) {
    let value = found[i] as number;
    for (let k = 0; k < i; k++) value -= (lower[i * size + k] as number) * (found[k] as number);
    found[i] = value / (lower[i * size + i] as number);
  }
  for (let i = size - 1; i >= 0; i--) {
    let value = found[i] as number;
    for (let k = i + 1; k < size; k++) value -= (lower[k * size + i] as number) * (found[k] as number);
    found[i] = value / (lower[i * size + i] as number);
  }
  return found;
}

function solve(
  { few: fewOf, many: manyOf }: Sides,
  spread: Spread,
  { diagonal, right, weights }: System,
  factor: Factor,
): { few: Float64Array; many: Float64Array } {
  const cross = spread.few * spread.many;
  const reduced = right.few.slice();
  weights.forEach((weight, i) => {
    const [f, m] = [fewOf[i] as number, manyOf[i] as number];
    reduced[f] =
      (reduced[f] as number) - (cross * weight * (right.many[m] as number)) / (diagonal[m] as number);
  });
  const few = solveFactored(factor, reduced);
  const many = right.many.slice();
  weights.forEach((weight, i) => {
    const m = manyOf[i] as number;
    many[m] = (many[m] as number) - cross * weight * (few[fewOf[i] as number] as number);
  });
  return { few, many: many.map((one, m) => one / (diagonal[m] as number)) };
}
