import { listOddsFactors, toStep } from "#lib/metrics/power/difficulty.ts";
import type { Layout } from "#lib/metrics/power/layout.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
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

/** Draws studies into the same memory: a trial is to be read before the next one is drawn. */
export function prepareTrials(
  layout: Layout,
  { personSpread, caseSpread }: Spreads,
  wrongOdds: number,
  seed: number,
) {
  const { people, cases, answers, casesPerPerson, setOf, setCases, peoplePerCase } = layout;
  const personFactors = listOddsFactors(personSpread);
  const caseFactors = listOddsFactors(caseSpread);
  const ofCase = new Float64Array(cases);
  /** The model is right on a case as long as its odds of being wrong stay below this. */
  const modelLimit = new Float64Array(cases);
  const rightByPerson = new Int32Array(people);
  const rightByCase = new Int32Array(cases);
  const modelRight = new Int32Array(setCases.length / casesPerPerson);

  const gather = (mean: number, odds: number | null): ResidualSquares => {
    let [byPerson, byCase, byAnswer] = [0, 0, 0];
    modelRight.fill(0);
    if (odds !== null)
      for (let place = 0, set = 0; set < modelRight.length; set += 1) {
        let right = 0;
        for (let k = 0; k < casesPerPerson; k += 1, place += 1)
          if (odds < (modelLimit[setCases[place] as number] as number)) right += 1;
        modelRight[set] = right;
      }
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
  };

  return function draw(stream: number): Trial {
    const next = wholeNumbers(seed, stream);
    for (let j = 0; j < cases; j += 1) {
      const factor = caseFactors[toStep(next())] as number;
      ofCase[j] = factor;
      modelLimit[j] = (1 / toShare(next()) - 1) / factor;
    }
    rightByCase.fill(0);
    let right = 0;
    for (let i = 0; i < people; i += 1) {
      const odds = wrongOdds * (personFactors[toStep(next())] as number);
      let own = 0;
      const from = (setOf[i] as number) * casesPerPerson;
      for (let place = from; place < from + casesPerPerson; place += 1) {
        const j = setCases[place] as number;
        if (toShare(next()) * (1 + odds * (ofCase[j] as number)) >= 1) continue;
        own += 1;
        rightByCase[j] = (rightByCase[j] as number) + 1;
      }
      rightByPerson[i] = own;
      right += own;
    }
    const accuracy = right / answers;
    return {
      accuracy,
      squares: gather(accuracy, null),
      compare: (odds) => {
        let both = 0;
        for (let j = 0; j < cases; j += 1)
          if (odds < (modelLimit[j] as number)) both += peoplePerCase[j] as number;
        const difference = (right - both) / answers;
        return { difference, squares: gather(difference, odds) };
      },
    };
  };
}
