import { listOddsFactors, toStep } from "#lib/metrics/power/difficulty.ts";
import type { Layout } from "#lib/metrics/power/layout.ts";
import { toShare, wholeNumbers, type WholeNumbers } from "#lib/metrics/power/random.ts";
import type { ResidualSquares } from "#lib/metrics/power/variance.ts";

export type Spreads = { personSpread: number; caseSpread: number };

/** One study as it might come out. */
export type Trial = {
  accuracy: number;
  /** Of people's answers around their mean. */
  squares: ResidualSquares;
  /** People's mean less the model's on the same answers, when the model's odds of being wrong are these. */
  compare: (wrongOdds: number) => { difference: number; squares: ResidualSquares };
};

/** What was drawn of one study. */
type Drawn = {
  /** By how much a case multiplies everybody's odds of being wrong. */
  readonly factorOf: Float64Array;
  /** The model is right on a case as long as its odds of being wrong stay below this. */
  readonly modelLimit: Float64Array;
  readonly rightByPerson: Int32Array;
  readonly rightByCase: Int32Array;
  /** Of each set of cases that somebody is given. */
  readonly modelRight: Int32Array;
};

/** Draws studies into the same memory: a trial is to be read before the next one is drawn. */
export function prepareTrials(
  layout: Layout,
  { personSpread, caseSpread }: Spreads,
  wrongOdds: number,
  seed: number,
) {
  const { people, cases, answers, casesPerPerson, setCases, peoplePerCase } = layout;
  const personFactors = listOddsFactors(personSpread);
  const caseFactors = listOddsFactors(caseSpread);
  const drawn: Drawn = {
    factorOf: new Float64Array(cases),
    modelLimit: new Float64Array(cases),
    rightByPerson: new Int32Array(people),
    rightByCase: new Int32Array(cases),
    modelRight: new Int32Array(setCases.length / casesPerPerson),
  };

  return function draw(stream: number): Trial {
    const next = wholeNumbers(seed, stream);
    drawCases(next, caseFactors, drawn);
    const right = drawAnswers(next, layout, wrongOdds, personFactors, drawn);
    const accuracy = right / answers;
    return {
      accuracy,
      squares: sumSquares(layout, drawn, accuracy, null),
      compare: (odds) => {
        let both = 0;
        for (let j = 0; j < cases; j += 1)
          if (odds < (drawn.modelLimit[j] as number)) both += peoplePerCase[j] as number;
        const difference = (right - both) / answers;
        return { difference, squares: sumSquares(layout, drawn, difference, odds) };
      },
    };
  };
}

function drawCases(next: WholeNumbers, factors: Float64Array, { factorOf, modelLimit }: Drawn): void {
  for (let j = 0; j < factorOf.length; j += 1) {
    const factor = factors[toStep(next())] as number;
    factorOf[j] = factor;
    modelLimit[j] = (1 / toShare(next()) - 1) / factor;
  }
}

/** Returns how many of all answers are right. */
function drawAnswers(
  next: WholeNumbers,
  { people, casesPerPerson, setOf, setCases }: Layout,
  wrongOdds: number,
  factors: Float64Array,
  { factorOf, rightByPerson, rightByCase }: Drawn,
): number {
  rightByCase.fill(0);
  let right = 0;
  for (let i = 0; i < people; i += 1) {
    const odds = wrongOdds * (factors[toStep(next())] as number);
    let own = 0;
    const from = (setOf[i] as number) * casesPerPerson;
    for (let place = from; place < from + casesPerPerson; place += 1) {
      const j = setCases[place] as number;
      if (toShare(next()) * (1 + odds * (factorOf[j] as number)) >= 1) continue;
      own += 1;
      rightByCase[j] = (rightByCase[j] as number) + 1;
    }
    rightByPerson[i] = own;
    right += own;
  }
  return right;
}

/** Of what lies between people's answers, less the model's where there is one, and their mean. */
function sumSquares(layout: Layout, drawn: Drawn, mean: number, odds: number | null): ResidualSquares {
  const { people, cases, casesPerPerson, setOf, peoplePerCase } = layout;
  const { modelLimit, rightByPerson, rightByCase, modelRight } = drawn;
  let [byPerson, byCase, byAnswer] = [0, 0, 0];
  countModelRight(layout, drawn, odds);
  for (let i = 0; i < people; i += 1) {
    const rest =
      (rightByPerson[i] as number) - (modelRight[setOf[i] as number] as number) - casesPerPerson * mean;
    byPerson += rest * rest;
  }
  for (let j = 0; j < cases; j += 1) {
    const expected = mean + (odds !== null && odds < (modelLimit[j] as number) ? 1 : 0);
    const [right, all] = [rightByCase[j] as number, peoplePerCase[j] as number];
    const rest = right - all * expected;
    byCase += rest * rest;
    // The squares of `right` times 1 − expected, and of −expected for the others.
    byAnswer += right - 2 * right * expected + all * expected * expected;
  }
  return { byPerson, byCase, byAnswer };
}

/** Without odds there is no model to compare with. */
function countModelRight(
  { casesPerPerson, setCases }: Layout,
  { modelLimit, modelRight }: Drawn,
  odds: number | null,
): void {
  modelRight.fill(0);
  if (odds === null) return;
  for (let place = 0, set = 0; set < modelRight.length; set += 1) {
    let right = 0;
    for (let k = 0; k < casesPerPerson; k += 1, place += 1)
      if (odds < (modelLimit[setCases[place] as number] as number)) right += 1;
    modelRight[set] = right;
  }
}
