import { hasFalseAlarms, hasEnoughData } from "#lib/metrics/claim.ts";
import { requireCount, requireLevel, requireNumber } from "#lib/metrics/input-error.ts";
import { listOddsFactors, marginalAccuracy, solveWrongOdds, toStep } from "#lib/metrics/power/difficulty.ts";
import { layOutAnswers, type Layout, type LayoutInput } from "#lib/metrics/power/layout.ts";
import type { PowerReason } from "#lib/metrics/power/power.ts";
import { toShare, wholeNumbers, type WholeNumbers } from "#lib/metrics/power/random.ts";
import { findFirst } from "#lib/metrics/power/threshold.ts";
import type { Spreads } from "#lib/metrics/power/trial.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { betweenInterval, measureBetween, measureWithin } from "#lib/metrics/two-way/between.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";

/** The layout is of one arm: every set of cases comes once under each. */
export type ArmPowerInput = LayoutInput &
  Spreads & {
    arms: number;
    /** Whether each person is in one arm, or has cases under each. */
    unit: "people" | "cases";
    accuracy: number;
    seed: number;
    level?: number;
    power?: number;
    simulations?: number;
  };

export type ArmPower = {
  /** Of each arm. */
  readonly people: number;
  readonly answers: number;
  readonly cases: number;
  /** To either side of the difference between two arms that are equally hard. */
  readonly half: number | null;
  /** By how much less is right under one arm for it to be found in as many studies as the power says. */
  readonly detectable: number | null;
  /** How often arms that are equally hard are found apart. */
  readonly falseAlarms: number | null;
  readonly power: number;
  readonly reason: PowerReason | null;
  readonly simulations: number;
};

const STEPS = 512;
const WORST_ARM = 0.01;
const MOST_ANSWERS = 40_000;
/** As many as can be waited for: with 60 of them power has a standard error of 5 points. */
const chooseSimulations = (answers: number): number =>
  Math.round(Math.min(200, Math.max(60, 60_000 / Math.max(1, answers))));

/** What a study can say of two of its arms, the one as hard as assumed and the other harder. */
export function simulateArms(input: ArmPowerInput): ArmPower {
  const { accuracy, personSpread, caseSpread, seed, level = defaultLevel, power = 0.8 } = input;
  checkInput({ ...input, level, power });
  const ways = layOutArms(input);
  const [first] = ways;
  const answers = Math.min(...ways.map(({ person }) => person.length));
  const people = input.unit === "people" ? input.people : input.people * input.arms;
  const { cases } = first;
  const sizes = { people, answers, cases, power };
  const missing = (reason: PowerReason): ArmPower => ({
    ...sizes,
    reason,
    half: null,
    detectable: null,
    falseAlarms: null,
    simulations: 0,
  });
  if (people < 2) return missing("too_few_people");
  if (cases < 2) return missing("too_few_cases");
  if (answers * 2 > MOST_ANSWERS) return missing("too_many_answers");
  if (!hasEnoughData(sizes)) return missing("no_headline");

  const simulations = input.simulations ?? chooseSimulations(answers);
  const factors = listOddsFactors(Math.sqrt(personSpread ** 2 + caseSpread ** 2));
  const odds = listHarder(accuracy, factors);
  const drawn = drawAll({ ...input, level }, ways, { odds, simulations, seed });
  const falseAlarms = drawn.alarms / simulations;
  const needed = drawn.thresholds[Math.ceil(power * simulations) - 1] ?? STEPS;
  const reason = hasFalseAlarms(falseAlarms) ? "false_alarms" : needed === STEPS ? "not_reachable" : null;
  return {
    ...sizes,
    reason,
    falseAlarms,
    simulations,
    half: drawn.width / simulations / 2,
    detectable: reason ? null : accuracy - marginalAccuracy(odds[needed] as number, factors),
  };
}

/** Who answers which cases under an arm, numbered alike in both. */
type ArmLayout = Pick<TwoWayInput, "people" | "cases" | "person" | "case">;

function layOutArms(input: ArmPowerInput): [ArmLayout, ArmLayout] {
  const layout = layOutAnswers(input);
  return [layOutArm(input, layout, 0), layOutArm(input, layout, 1)];
}

/** With people divided each arm has its own, who come after those of the other; with cases divided each has them in turn. */
function layOutArm({ unit, arms }: ArmPowerInput, layout: Layout, arm: number): ArmLayout {
  const { people, cases, casesPerPerson, setOf, setCases } = layout;
  const copies = unit === "people" ? 2 : arms;
  const [person, caseOf]: [number[], number[]] = [[], []];
  for (let copy = 0; copy < copies; copy += 1) {
    if (unit === "people" && copy !== arm) continue;
    for (let one = 0; one < people; one += 1)
      for (let place = 0; place < casesPerPerson; place += 1) {
        if (unit === "cases" && (place + copy) % arms !== arm) continue;
        person.push(copy * people + one);
        caseOf.push(setCases[(setOf[one] as number) * casesPerPerson + place] as number);
      }
  }
  return { people: people * copies, cases, person: Int32Array.from(person), case: Int32Array.from(caseOf) };
}

type Drawing = { odds: Float64Array; simulations: number; seed: number };

/** Many studies: how wide the interval is, how often it leaves out 0, and from which difference on it does. */
function drawAll(
  input: ArmPowerInput & { level: number },
  ways: [ArmLayout, ArmLayout],
  { odds, simulations, seed }: Drawing,
) {
  const factors = { people: listOddsFactors(input.personSpread), cases: listOddsFactors(input.caseSpread) };
  const measure = input.unit === "cases" ? measureWithin : measureBetween;
  const found = { width: 0, alarms: 0 };
  const thresholds: number[] = [];
  for (let stream = 0; stream < simulations; stream += 1) {
    const next = wholeNumbers(seed, stream);
    const draw = (count: number, of: Float64Array) =>
      Float64Array.from({ length: count }, () => of[toStep(next())] as number);
    const [ofPeople, ofCases] = [draw(ways[0].people, factors.people), draw(ways[0].cases, factors.cases)];
    const [first, second] = ways.map((way) => drawLimits(next, way, ofPeople, ofCases)) as [
      Float64Array,
      Float64Array,
    ];
    const one = meanAt(ways[0], first, odds[0] as number);
    const intervalAt = (step: number) => {
      const other = meanAt(ways[1], second, odds[step] as number);
      const { low, high } = betweenInterval(measure(one, other), input.level);
      return { low: low ?? -1, high: high ?? 1 };
    };
    const alike = intervalAt(0);
    found.width += alike.high - alike.low;
    if (alike.low > 0 || alike.high < 0) found.alarms += 1;
    thresholds.push(findFirst(STEPS, thresholds.at(-1) ?? STEPS / 8, (step) => intervalAt(step).low > 0));
  }
  return { ...found, thresholds: thresholds.sort((a, b) => a - b) };
}

/** Each answer is right as long as the odds of being wrong stay below this. */
const drawLimits = (next: WholeNumbers, way: ArmLayout, ofPeople: Float64Array, ofCases: Float64Array) =>
  Float64Array.from(way.person, (person, i) => {
    const factor = (ofPeople[person] as number) * (ofCases[way.case[i] as number] as number);
    return (1 / toShare(next()) - 1) / factor;
  });

function meanAt(way: ArmLayout, limits: Float64Array, odds: number) {
  const mean = twoWayMean({ ...way, score: limits.map((limit) => (odds < limit ? 1 : 0)) });
  if (!mean) throw new Error("an arm has no answers");
  return mean;
}

/** Arms from one as hard as assumed to one in which hardly anything is right. */
function listHarder(accuracy: number, factors: Float64Array): Float64Array {
  const equal = solveWrongOdds(accuracy, factors);
  let ratio = solveWrongOdds(Math.min(WORST_ARM, accuracy / 2), factors) / equal;
  for (let steps = STEPS; steps > 1; steps /= 2) ratio = Math.sqrt(ratio);
  const odds = new Float64Array(STEPS);
  for (let step = 0, now = equal; step < STEPS; step += 1, now *= ratio) odds[step] = now;
  return odds;
}

function checkInput(input: ArmPowerInput & { level: number; power: number }): void {
  for (const name of ["people", "casesPerPerson", "arms", "seed"] as const) requireCount(input[name], name);
  requireNumber(input.accuracy, "accuracy", 0.001, 0.999);
  requireNumber(input.personSpread, "personSpread", 0, 5);
  requireNumber(input.caseSpread, "caseSpread", 0, 5);
  requireLevel(input.level);
  requireLevel(input.power);
}
