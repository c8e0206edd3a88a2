import { measureVariances, solveCurvature } from "#lib/metrics/mixed-model/curvature.ts";
import {
  fitCrossed,
  listFree,
  type FittedCrossed,
  type MixedModelReason,
} from "#lib/metrics/mixed-model/fit.ts";
import { deltaVariance, measureInformation, measureSlopes } from "#lib/metrics/mixed-model/information.ts";
import { findMode, type Mode, type Parameters3 } from "#lib/metrics/mixed-model/laplace.ts";
import { judgeSpread, type SpreadReason } from "#lib/metrics/mixed-model/spread.ts";
import { bySide, ofPeopleAndCases } from "#lib/metrics/mixed-model/sides.ts";
import { countGroups } from "#lib/metrics/rasch/connected.ts";
import { fitRule, measureFit, type ItemFit } from "#lib/metrics/rasch/item-fit.ts";
import { shareRight, warmEstimate } from "#lib/metrics/rasch/warm-estimate.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";

export type ScaleReason =
  | MixedModelReason
  | "too_few_people"
  | "too_few_cases"
  | "separate_groups" // people and cases between which there is no answer
  | SpreadReason;

/** Where somebody, or a case, stands: an ability or a difficulty, in log-odds. */
export type ScalePlace = ItemFit & {
  readonly place: number;
  readonly error: number;
  readonly n: number;
  readonly right: number;
  /** All right or all wrong: maximum likelihood would place it nowhere. */
  readonly isExtreme: boolean;
};

export type RaschScale = {
  /** In log-odds. The cases lie around 0. */
  readonly spread: { readonly people: number; readonly cases: number };
  readonly meanAbility: number;
  readonly people: readonly ScalePlace[];
  readonly cases: readonly ScalePlace[];
  /** Null for who answered too few of these cases. */
  readonly models: readonly (ScalePlace | null)[];
};

export const minForScale = { people: 5, cases: 10, answersOfModel: fitRule.answers } as const;

/**
 * Rasch's model with people and cases both drawn from normal populations (De Boeck 2008), by marginal likelihood. Log-odds of
 * a right answer are ability less difficulty. Cases are placed by people alone, so that no model moves what it is held against.
 */
export function raschScale(input: TwoWayInput, models: readonly Float64Array[]): RaschScale | ScaleReason {
  if (input.people < minForScale.people) return "too_few_people";
  if (input.cases < minForScale.cases) return "too_few_cases";
  if (countGroups(input) > 1) return "separate_groups";
  const fitted = fitCrossed(input);
  if (typeof fitted === "string") return fitted;
  const odd = judgeSpread(fitted.at);
  if (odd) return odd;
  const { at, mode, sides } = fitted;
  const { people, cases } = placeAll(fitted, at, mode);
  const extra = measureExtra(fitted, models);
  const variances = ofPeopleAndCases(sides, measureVariances(mode.curvature));
  const expected = input.score.map((_, i) =>
    shareRight((people[input.person[i] as number] as number) - (cases[input.case[i] as number] as number)),
  );
  const computePlaces = (
    places: Float64Array,
    of: Int32Array,
    variance: (k: number) => number,
  ): ScalePlace[] => {
    const answers = Array.from(places, (): number[] => []);
    of.forEach((member, i) => answers[member]?.push(i));
    return answers.map((own, k) => ({
      place: places[k] as number,
      error: Math.sqrt(variance(k)),
      ...computeFit(
        own.map((i) => input.score[i] as number),
        own.map((i) => expected[i] as number),
      ),
    }));
  };
  const inLogOdds = (spread: number, variance: number | undefined) => spread ** 2 * (variance ?? 0);
  return {
    spread: { people: at.people, cases: at.cases },
    meanAbility: at.intercept,
    people: computePlaces(
      people,
      input.person,
      (k) => inLogOdds(at.people, variances.people[k]) + extra.people(k),
    ),
    cases: computePlaces(cases, input.case, (k) => inLogOdds(at.cases, variances.cases[k]) + extra.cases(k)),
    models: models.map((scores, m) => placeModel(scores, cases, fitted, extra.models(m))),
  };
}

/** The most probable abilities and difficulties, were the intercept and the spreads these. */
function placeAll({ sides }: FittedCrossed, at: Parameters3, mode: Mode) {
  const effects = ofPeopleAndCases(sides, mode.effects);
  return {
    people: effects.people.map((one) => at.intercept + at.people * one),
    cases: effects.cases.map((one) => -at.cases * one),
  };
}

/**
 * That the intercept and the spreads are estimates, too (Kass and Steffey 1989): what their uncertainty adds to the variance
 * of each place, which would be told too narrowly otherwise.
 */
function measureExtra(fitted: FittedCrossed, models: readonly Float64Array[]) {
  const { at, mode, measure, sides } = fitted;
  const found = [at.intercept, at.people, at.cases];
  const information = measureInformation(measure, found, listFree(found));
  const warm = { few: mode.effects.few.slice(), many: mode.effects.many.slice() };
  const placesAt = ([intercept = 0, people = 0, cases = 0]: readonly number[]) => {
    const moved = { intercept, people, cases };
    const places = placeAll(fitted, moved, findMode(sides, moved, warm) ?? mode);
    const ofModels = models.map((scores) => warmEstimate(...answersOf(scores, places.cases)));
    return Float64Array.from([...places.people, ...places.cases, ...ofModels]);
  };
  const slopes = measureSlopes(placesAt, found, information);
  const add = (k: number) =>
    deltaVariance(
      information,
      slopes.map((slope) => slope[k] as number),
    ) ?? 0;
  const count = ofPeopleAndCases(sides, { few: sides.fewCount, many: sides.manyCount });
  return {
    people: add,
    cases: (k: number) => add(count.people + k),
    models: (k: number) => add(count.people + count.cases + k),
  };
}

/** What a model answered, and how hard that is. */
function answersOf(
  scores: Float64Array,
  difficulties: Float64Array,
): [scores: number[], difficulties: number[]] {
  const answered = [...scores.keys()].filter((at) => !Number.isNaN(scores[at]));
  return [answered.map((at) => scores[at] as number), answered.map((at) => difficulties[at] as number)];
}

function computeFit(scores: readonly number[], expected: readonly number[]) {
  const right = scores.reduce((sum, one) => sum + one, 0);
  const n = scores.length;
  return { n, right, isExtreme: right === 0 || right === n, ...measureFit(scores, expected) };
}

/** No population is known that models come from: by its own answers alone, and the difficulties as people have them. */
function placeModel(
  scores: Float64Array,
  difficulties: Float64Array,
  fitted: FittedCrossed,
  extra: number,
): ScalePlace | null {
  const [own, of] = answersOf(scores, difficulties);
  if (own.length < minForScale.answersOfModel) return null;
  const place = warmEstimate(own, of);
  const expected = of.map((difficulty) => shareRight(place - difficulty));
  const weights = scores.map((score, k) => {
    const chance = shareRight(place - (difficulties[k] as number));
    return Number.isNaN(score) ? 0 : chance * (1 - chance);
  });
  const information = weights.reduce((sum, one) => sum + one, 0);
  const shared = varianceOfMean(
    weights.map((one) => one / information),
    fitted,
  );
  return { place, error: Math.sqrt(1 / information + shared + extra), ...computeFit(own, expected) };
}

/** Of a weighted mean of the difficulties, which people have in common that placed them. */
function varianceOfMean(weights: Float64Array, { sides, at, mode }: FittedCrossed): number {
  const people = new Float64Array(sides.arePeopleFew ? sides.fewCount : sides.manyCount);
  const cases = weights.map((one) => one * at.cases);
  const turned = ofPeopleAndCases(sides, solveCurvature(mode.curvature, bySide(sides, people, cases)));
  return cases.reduce((sum, one, k) => sum + one * (turned.cases[k] as number), 0);
}
