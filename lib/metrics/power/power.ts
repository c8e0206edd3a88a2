import { requireCount, requireLevel, requireNumber } from "#lib/metrics/input-error.ts";
import { listOddsFactors, marginalAccuracy, solveWrongOdds } from "#lib/metrics/power/difficulty.ts";
import { countDistinctCases, type LayoutInput, layOutAnswers } from "#lib/metrics/power/layout.ts";
import { findFirst } from "#lib/metrics/power/threshold.ts";
import { prepareTrials, type Spreads } from "#lib/metrics/power/trial.ts";
import { hasFalseAlarms, hasEnoughData } from "#lib/metrics/claim.ts";
import type { Figures } from "#lib/metrics/measure.ts";
import { defaultLevel, wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import { moverInterval } from "#lib/metrics/two-way/gap.ts";
import { modelInterval, peopleInterval } from "#lib/metrics/two-way/intervals.ts";

export type PowerInput = LayoutInput &
  Spreads & {
    /** Of people's answers, over all persons and cases. */
    accuracy: number;
    seed: number;
    level?: number;
    power?: number;
    /** A difference that the plan calls as good as none. */
    margin?: number | null;
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
  /** Of people's accuracy, as results tell it. */
  readonly intervalWidth: number | null;
  /** How often that interval holds the true accuracy. */
  readonly coverage: number | null;
  /** How far below people a model has to be for the interval of the gap to leave out 0. */
  readonly detectableGap: number | null;
  /** How often people are found ahead of a model that is truly so far below them. */
  readonly found: readonly { gap: number; share: number }[];
  /** How often that interval leaves out 0 although model and people are equally good. */
  readonly falseAlarms: number | null;
  /** How often they are then shown to be alike but for the margin; null without one. */
  readonly equivalent: number | null;
  readonly reason: PowerReason | null;
  readonly assumptions: Required<
    Pick<PowerInput, "accuracy" | "level" | "power" | "seed" | "margin"> & Spreads
  >;
  readonly simulations: number;
};

export const maxAnswers = 1_000_000;
const GAP_STEPS = 1024;
const WORST_MODEL = 0.01;
/** True differences that a reader asks about. */
const GAPS = [0.05, 0.1, 0.15, 0.2];

/**
 * As many as can be waited for: power has a standard error of 1.3 points with 1,000 of them, of 4 with 100. Those
 * few are kept for studies of many answers, which come out so much alike that the gap is known closely all the same.
 */
export const chooseSimulations = (answers: number, cases: number): number =>
  Math.round(Math.min(1000, Math.max(100, 10_000_000 / Math.max(1, answers + cases))));

/** What a study of this size can say, from many studies drawn with these spreads between people and cases. */
export function simulatePower(input: PowerInput): PowerFigures {
  const { people, casesPerPerson, accuracy, personSpread, caseSpread, seed } = input;
  const { level = defaultLevel, power = 0.8, margin = null } = input;
  checkInput({ ...input, level, power });
  const answers = people * casesPerPerson;
  const assumptions = { accuracy, personSpread, caseSpread, level, power, seed, margin };
  const cases = countDistinctCases(input);
  const missing = (reason: PowerReason): PowerFigures => ({
    answers,
    cases,
    reason,
    assumptions,
    found: [],
    simulations: 0,
    intervalWidth: null,
    coverage: null,
    detectableGap: null,
    falseAlarms: null,
    equivalent: null,
  });
  if (people < 2) return missing("too_few_people");
  if (cases < 2) return missing("too_few_cases");
  if (answers > maxAnswers) return missing("too_many_answers");

  const simulations = input.simulations ?? chooseSimulations(answers, cases);
  const models = listModels(accuracy, caseSpread);
  const drawn = drawAll({ ...input, level, margin }, simulations, models.odds);
  const share = (count: number) => count / simulations;
  const falseAlarms = share(drawn.alarms);
  const needed = drawn.thresholds[Math.ceil(power * simulations) - 1] ?? GAP_STEPS;
  const isTold = hasEnoughData({ answers, people, cases });
  const reason = isTold ? findReason(falseAlarms, needed) : "no_headline";
  const isRefused = reason === "no_headline" || reason === "false_alarms";
  const stepBelow = (gap: number) =>
    findFirst(GAP_STEPS, GAP_STEPS / 4, (step) => models.accuracyAt(step) <= accuracy - gap);
  return {
    answers,
    cases,
    reason,
    assumptions,
    simulations,
    falseAlarms,
    intervalWidth: share(drawn.width),
    coverage: share(drawn.covered),
    detectableGap: reason ? null : accuracy - models.accuracyAt(needed),
    found: (isRefused ? [] : GAPS)
      .map((gap) => ({ gap, step: stepBelow(gap) }))
      .filter(({ step }) => step < GAP_STEPS)
      .map(({ gap, step }) => ({ gap, share: share(drawn.thresholds.filter((one) => one <= step).length) })),
    equivalent: margin === null || isRefused ? null : share(drawn.equivalent),
  };
}

type Drawing = PowerInput & { level: number; margin: number | null };

/** Many studies with the interval, and the difference, that results would tell of them. */
function drawAll(input: Drawing, simulations: number, odds: Float64Array) {
  const { accuracy, personSpread, caseSpread, seed, level, margin } = input;
  const everybody = listOddsFactors(Math.sqrt(personSpread ** 2 + caseSpread ** 2));
  const draw = prepareTrials(layOutAnswers(input), input, solveWrongOdds(accuracy, everybody), seed);
  const thresholds: number[] = [];
  const sums = { width: 0, covered: 0, alarms: 0, equivalent: 0 };
  for (let stream = 0; stream < simulations; stream += 1) {
    const { people, compare } = draw(stream);
    const told = (at: number) => ({ mean: people.mean, ...peopleInterval(people, at) });
    const gapAt = (step: number, of = usual, at = level): Figures<"low" | "high"> => {
      const { model, correlation } = compare(odds[step] as number);
      const its = { mean: model.mean, ...modelInterval(model, at) };
      return moverInterval(of, its, correlation);
    };
    const usual = told(level);
    const [low, high] = [usual.low ?? 0, usual.high ?? 1];
    sums.width += high - low;
    if (low <= accuracy && accuracy <= high) sums.covered += 1;
    const alike = gapAt(0);
    if ((alike.low ?? 0) > 0 || (alike.high ?? 0) < 0) sums.alarms += 1;
    if (margin !== null && isWithin(gapAt(0, told(2 * level - 1), 2 * level - 1), margin))
      sums.equivalent += 1;
    const guess = thresholds.at(-1) ?? GAP_STEPS / 4;
    thresholds.push(findFirst(GAP_STEPS, guess, (step) => (gapAt(step).low ?? 0) > 0));
  }
  return { ...sums, thresholds: thresholds.sort((a, b) => a - b) };
}

/** Both one-sided tests: the interval of twice the error lies between the margins. */
const isWithin = ({ low, high }: Figures<"low" | "high">, margin: number) =>
  low !== null && high !== null && low > -margin && high < margin;

function findReason(falseAlarms: number, needed: number): PowerReason | null {
  if (hasFalseAlarms(falseAlarms)) return "false_alarms";
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
  requireCount(input.linked ?? 0, "linked");
  requireCount(input.simulations ?? 1, "simulations");
  requireCount(input.seed, "seed");
  requireNumber(input.accuracy, "accuracy", 0.001, 0.999);
  if (input.margin != null) requireNumber(input.margin, "margin", 0, 1);
  requireNumber(input.personSpread, "personSpread", 0, 5);
  requireNumber(input.caseSpread, "caseSpread", 0, 5);
  requireLevel(input.level);
  requireLevel(input.power);
}

/** What can be said of so few cases at best: the interval of a perfect score. */
export const smallCell = (cases: number) => wilsonInterval(cases, cases);
