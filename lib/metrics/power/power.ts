import { requireCount, requireLevel, requireNumber } from "#lib/metrics/input-error.ts";
import { listOddsFactors, marginalAccuracy, solveWrongOdds } from "#lib/metrics/power/difficulty.ts";
import { countDistinctCases, type LayoutInput, layOutAnswers } from "#lib/metrics/power/layout.ts";
import { findFirst } from "#lib/metrics/power/threshold.ts";
import { prepareTrials, type Spreads } from "#lib/metrics/power/trial.ts";
import { bootstrapVariance, twoWayVariance } from "#lib/metrics/power/variance.ts";
import { defaultLevel, normalDeviate, wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";

export type PowerInput = LayoutInput &
  Spreads & {
    /** Of people's answers, over all persons and cases. */
    accuracy: number;
    seed: number;
    level?: number;
    power?: number;
    simulations?: number;
  };

export const powerReasons = [
  "too_few_people", // a spread needs two of them
  "too_few_cases",
  "too_many_answers", // more than is simulated while somebody waits
  "no_headline", // fewer answers or cases than a claim may rest on
  "false_alarms", // the comparison would too often find a gap that isn't there
  "not_reachable", // not even a model that is hardly ever right would be found surely enough
] as const;
export type PowerReason = (typeof powerReasons)[number];

export type PowerFigures = {
  readonly answers: number;
  readonly cases: number;
  /** Of the interval that resamples people and cases, as reports print it. */
  readonly intervalWidth: number | null;
  /** With the noise of single answers counted once: right for many people and cases, too narrow for few. */
  readonly twoWayWidth: number | null;
  /** How often that first interval holds the true accuracy. */
  readonly coverage: number | null;
  /** How far below people a model has to be for the interval of the gap to leave out 0. */
  readonly detectableGap: number | null;
  /** How often that interval leaves out 0 although model and people are equally good. */
  readonly falseAlarms: number | null;
  readonly reason: PowerReason | null;
  readonly assumptions: Required<Pick<PowerInput, "accuracy" | "level" | "power" | "seed"> & Spreads>;
  readonly simulations: number;
};

/** No claim is made on fewer. */
export const headline = { answers: 30, cases: 10 } as const;
export const mostFalseAlarms = 0.1;
export const mostAnswers = 1_000_000;
const GAP_STEPS = 1024;
const WORST_MODEL = 0.01;

/**
 * As many as can be waited for: power has a standard error of 1.3 points with 1,000 of them, of 4 with 100. Those
 * few are kept for studies of many answers, which come out so much alike that the gap is known closely all the same.
 */
export const chooseSimulations = (answers: number, cases: number): number =>
  Math.round(Math.min(1000, Math.max(100, 10_000_000 / Math.max(1, answers + cases))));

/** What a study of this size can say, from many studies drawn with these spreads between people and cases. */
export function simulatePower(input: PowerInput): PowerFigures {
  const { people, casesPerPerson, accuracy, personSpread, caseSpread, seed } = input;
  const { level = defaultLevel, power = 0.8 } = input;
  checkInput({ ...input, level, power });
  const answers = people * casesPerPerson;
  const assumptions = { accuracy, personSpread, caseSpread, level, power, seed };
  const cases = countDistinctCases(input);
  const missing = (reason: PowerReason): PowerFigures => {
    const widths = { intervalWidth: null, twoWayWidth: null, coverage: null };
    const gap = { detectableGap: null, falseAlarms: null };
    return { answers, cases, ...widths, ...gap, reason, assumptions, simulations: 0 };
  };
  if (people < 2) return missing("too_few_people");
  if (cases < 2) return missing("too_few_cases");
  if (answers > mostAnswers) return missing("too_many_answers");
  const layout = layOutAnswers(input);
  const simulations = input.simulations ?? chooseSimulations(answers, cases);

  const deviate = normalDeviate(level);
  const models = listModels(accuracy, caseSpread);
  const everybody = listOddsFactors(Math.sqrt(personSpread ** 2 + caseSpread ** 2));
  const draw = prepareTrials(layout, input, solveWrongOdds(accuracy, everybody), seed);
  const thresholds: number[] = [];
  const sums = { width: 0, twoWay: 0, covered: 0, alarms: 0 };
  for (let stream = 0; stream < simulations; stream += 1) {
    const trial = draw(stream);
    const half = deviate * Math.sqrt(bootstrapVariance(trial.squares, layout));
    sums.width += Math.min(1, 2 * half);
    sums.twoWay += Math.min(1, 2 * deviate * Math.sqrt(twoWayVariance(trial.squares, layout)));
    if (Math.abs(trial.accuracy - accuracy) <= half) sums.covered += 1;
    const judge = (step: number) => {
      const { difference, squares } = trial.compare(models.odds[step] as number);
      const reach = deviate * Math.sqrt(bootstrapVariance(squares, layout));
      return difference > reach ? 1 : difference < -reach ? -1 : 0;
    };
    if (judge(0) !== 0) sums.alarms += 1;
    const guess = thresholds.at(-1) ?? GAP_STEPS / 4;
    thresholds.push(findFirst(GAP_STEPS, guess, (step) => judge(step) > 0));
  }
  const falseAlarms = sums.alarms / simulations;
  const needed = thresholds.sort((a, b) => a - b)[Math.ceil(power * simulations) - 1] ?? GAP_STEPS;
  const reason = findReason(answers, cases, falseAlarms, needed);
  return {
    answers,
    cases,
    intervalWidth: sums.width / simulations,
    twoWayWidth: sums.twoWay / simulations,
    coverage: sums.covered / simulations,
    detectableGap: reason ? null : accuracy - models.accuracyAt(needed),
    falseAlarms,
    reason,
    assumptions,
    simulations,
  };
}

function findReason(answers: number, cases: number, falseAlarms: number, needed: number): PowerReason | null {
  if (answers < headline.answers || cases < headline.cases) return "no_headline";
  if (falseAlarms > mostFalseAlarms) return "false_alarms";
  return needed === GAP_STEPS ? "not_reachable" : null;
}

/** Models on the same cases, from one as good as people down to one that is hardly ever right. */
function listModels(accuracy: number, caseSpread: number) {
  const factors = listOddsFactors(caseSpread);
  const equal = solveWrongOdds(accuracy, factors);
  const worst = solveWrongOdds(Math.min(WORST_MODEL, accuracy / 2), factors);
  let ratio = worst / equal;
  for (let steps = GAP_STEPS; steps > 1; steps /= 2) ratio = Math.sqrt(ratio);
  const odds = new Float64Array(GAP_STEPS);
  for (let step = 0, now = equal; step < GAP_STEPS; step += 1, now *= ratio) odds[step] = now;
  return { odds, accuracyAt: (step: number) => marginalAccuracy(odds[step] as number, factors) };
}

function checkInput(input: PowerInput & { level: number; power: number }): void {
  requireCount(input.people, "people");
  requireCount(input.casesPerPerson, "casesPerPerson");
  requireCount(input.distinctCases ?? 0, "distinctCases");
  requireCount(input.ratersPerCase ?? 1, "ratersPerCase");
  requireCount(input.simulations ?? 1, "simulations");
  requireCount(input.seed, "seed");
  requireNumber(input.accuracy, "accuracy", 0.001, 0.999);
  requireNumber(input.personSpread, "personSpread", 0, 5);
  requireNumber(input.caseSpread, "caseSpread", 0, 5);
  requireLevel(input.level);
  requireLevel(input.power);
}

/** What can be said of so few cases at best: the interval of a perfect score. */
export const smallCell = (cases: number) => wilsonInterval(cases, cases);
