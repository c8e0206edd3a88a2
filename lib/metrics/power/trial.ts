import { listOddsFactors, toStep } from "#lib/metrics/power/difficulty.ts";
import type { Layout } from "#lib/metrics/power/layout.ts";
import { toShare, wholeNumbers, type WholeNumbers } from "#lib/metrics/power/random.ts";
import { trust } from "#lib/metrics/two-way/gap.ts";
import type { ModelMean } from "#lib/metrics/two-way/intervals.ts";
import { combine, type TwoWaySpread } from "#lib/metrics/two-way/variance.ts";

export type Spreads = { personSpread: number; caseSpread: number };

/** One study as it might come out. */
export type Trial = {
  people: TwoWaySpread;
  /** A model beside people, when its odds of being wrong are these, and how far both go together. */
  compare: (wrongOdds: number) => { model: ModelMean; correlation: number };
  /** Person by person, in the order of the layout; and below which odds the model is right on a case. */
  drawn: Pick<DrawnStudy, "right" | "modelLimit">;
};

/** What was drawn of one study. */
type DrawnStudy = {
  /** By how much a case multiplies everybody's odds of being wrong. */
  readonly factorOf: Float64Array;
  /** The model is right on a case as long as its odds of being wrong stay below this. */
  readonly modelLimit: Float64Array;
  readonly right: Uint8Array;
  readonly rightByPerson: Int32Array;
  readonly rightByCase: Int32Array;
};

/** Draws studies into the same memory: a trial is to be read before the next one is drawn. */
export function prepareTrials(
  layout: Layout,
  { personSpread, caseSpread }: Spreads,
  wrongOdds: number,
  seed: number,
) {
  const { people, cases, answers } = layout;
  const personFactors = listOddsFactors(personSpread);
  const caseFactors = listOddsFactors(caseSpread);
  const drawn: DrawnStudy = {
    factorOf: new Float64Array(cases),
    modelLimit: new Float64Array(cases),
    right: new Uint8Array(answers),
    rightByPerson: new Int32Array(people),
    rightByCase: new Int32Array(cases),
  };
  // Each case weighs for the model as much as for people.
  const effective = answers ** 2 / layout.peoplePerCase.reduce((sum, count) => sum + count * count, 0);

  return function draw(stream: number): Trial {
    const next = wholeNumbers(seed, stream);
    drawCases(next, caseFactors, drawn);
    drawAnswers(next, layout, wrongOdds, personFactors, drawn);
    const spread = sumUp(layout, drawn);
    return {
      people: spread,
      compare: (odds) => compareAt(odds, spread, effective, layout, drawn),
      drawn,
    };
  };
}

function drawCases(next: WholeNumbers, factors: Float64Array, { factorOf, modelLimit }: DrawnStudy): void {
  for (let j = 0; j < factorOf.length; j += 1) {
    const factor = factors[toStep(next())] as number;
    factorOf[j] = factor;
    modelLimit[j] = (1 / toShare(next()) - 1) / factor;
  }
}

function drawAnswers(
  next: WholeNumbers,
  { people, casesPerPerson, setOf, setCases }: Layout,
  wrongOdds: number,
  factors: Float64Array,
  { factorOf, right, rightByPerson, rightByCase }: DrawnStudy,
): void {
  rightByCase.fill(0);
  right.fill(0);
  for (let i = 0; i < people; i += 1) {
    const odds = wrongOdds * (factors[toStep(next())] as number);
    let own = 0;
    const from = (setOf[i] as number) * casesPerPerson;
    for (let place = from; place < from + casesPerPerson; place += 1) {
      const j = setCases[place] as number;
      if (toShare(next()) * (1 + odds * (factorOf[j] as number)) >= 1) continue;
      own += 1;
      right[i * casesPerPerson + place - from] = 1;
      rightByCase[j] = (rightByCase[j] as number) + 1;
    }
    rightByPerson[i] = own;
  }
}

/** What `twoWayMean` says of the same answers, from what was counted while they were drawn. */
function sumUp(
  { people, cases, answers, casesPerPerson, peoplePerCase }: Layout,
  { rightByPerson, rightByCase }: DrawnStudy,
): TwoWaySpread {
  const right = rightByPerson.reduce((sum, own) => sum + own, 0);
  const mean = right / answers;
  const byPerson = rightByPerson.reduce((sum, own) => sum + (own - casesPerPerson * mean) ** 2, 0);
  const byCluster = rightByCase.reduce(
    (sum, own, j) => sum + (own - (peoplePerCase[j] as number) * mean) ** 2,
    0,
  );
  const byAnswer = Math.max(0, right - answers * mean * mean);
  const ofPeople = (byPerson / answers ** 2) * (people / (people - 1));
  const ofClusters = (byCluster / answers ** 2) * (cases / (cases - 1));
  return {
    answers,
    people,
    cases,
    clusters: cases,
    mean,
    byPerson,
    byCluster,
    byAnswer,
    ofClusters,
    variance: combine({
      ofPeople,
      ofClusters,
      ofAnswers: byAnswer / answers ** 2,
      noise: (mean * (1 - mean)) / answers,
    }),
    dfOfClusters: cases - 1,
    df: Math.min(people, cases) - 1,
  };
}

/** What `measureGap` says of the same answers. */
function compareAt(
  odds: number,
  people: TwoWaySpread,
  effective: number,
  { cases, answers, peoplePerCase }: Layout,
  { modelLimit, rightByCase }: DrawnStudy,
): { model: ModelMean; correlation: number } {
  let [right, together, all] = [0, 0, 0];
  for (let j = 0; j < cases; j += 1) {
    const asked = peoplePerCase[j] as number;
    const left = ((rightByCase[j] as number) - asked * people.mean) * asked;
    all += left;
    if (odds >= (modelLimit[j] as number)) continue;
    right += asked;
    together += left;
  }
  const mean = right / answers;
  const variance = (people.variance ?? 0) * ((mean * (1 - mean)) / effective);
  const model = { mean, effective, df: null };
  if (!(variance > 1e-15)) return { model, correlation: 0 };
  const covariance = ((together - mean * all) / answers ** 2) * (cases / (cases - 1));
  return { model, correlation: trust(covariance / Math.sqrt(variance), people, false) };
}
