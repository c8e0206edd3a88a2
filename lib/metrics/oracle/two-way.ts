import { fitMixedModel } from "#lib/metrics/mixed-model/fit.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import * as read from "#lib/metrics/oracle/input.ts";
import { raschScale } from "#lib/metrics/rasch/scale.ts";
import { measureGap, moverInterval, weighPeople } from "#lib/metrics/two-way/gap.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { modelInterval, peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { pigeonholeVariance, type TwoWayMean } from "#lib/metrics/two-way/variance.ts";

/** Files of answers, each by its person and its case, beside a model's answers to the cases, name no metric. */
export const isTwoWay = (input: unknown): boolean =>
  typeof input === "object" &&
  input !== null &&
  ["person", "case", "right", "model"].every((name) => Array.isArray((input as read.Input)[name]));

/**
 * How near lme4 comes with the tolerances it has by default, in which the file was made. With `tolPwrss` of 1e-12 it finds
 * what we find to the fifth digit.
 */
export const looseTolerances: Readonly<Record<string, number>> = { glmm_lme4: 2e-3 };

/** NaN where there is none. */
const readScores = (given: unknown, name: string): Float64Array =>
  Float64Array.from(read.readNumbersOrNull(given, name), (score) => score ?? Number.NaN);

function readAnswers(given: read.Input, scores: string, cases: number): TwoWayInput {
  const person = Int32Array.from(read.readNumbers(given.person, "person"));
  return {
    people: person.reduce((most, one) => Math.max(most, one + 1), 0),
    cases,
    person,
    case: Int32Array.from(read.readNumbers(given.case, "case")),
    score: Float64Array.from(read.readNumbers(given[scores], scores)),
  };
}

export function scoreTwoWay(given: read.Input): unknown {
  const model = readScores(given.model, "model");
  const input = readAnswers(given, "right", model.length);
  const weighed = weighPeople(input);
  const gap = weighed && measureGap(weighed, model);
  if (!gap) throw new read.MalformedCase("nobody answered a case that the model answered");
  // The plain formulas, without the care that the product takes of few cases near the ceiling.
  const ofPeople = peopleInterval(gap.people, defaultLevel, gap.people.df);
  const ofModel = modelInterval(gap.model);
  const ofGap = moverInterval(
    { mean: gap.people.mean, ...ofPeople },
    { mean: gap.model.mean, ...ofModel },
    gap.found,
  );
  return {
    people: gap.people.mean,
    byPerson: gap.people.byPerson,
    byCase: gap.people.byCluster,
    byAnswer: gap.people.byAnswer,
    variance: gap.people.variance,
    df: gap.people.df,
    low: ofPeople.low,
    high: ofPeople.high,
    model: gap.model.mean,
    modelLow: ofModel.low,
    modelHigh: ofModel.high,
    correlation: gap.found,
    gap: gap.value,
    gapLow: ofGap.low,
    gapHigh: ofGap.high,
    pigeonholeVariance: pigeonholeVariance(gap.people),
    meanSquares_R_aov: meanSquares(gap.people),
    glmm_lme4: fitLikeLme4(input),
  };
}

/** Where everybody answered every case; other designs have no such table. */
function meanSquares({ byPerson, byCluster, byAnswer, people, clusters, answers }: TwoWayMean) {
  if (answers !== people * clusters) return null;
  const [ofPeople, ofCases] = [byPerson / clusters, byCluster / people];
  return {
    person: ofPeople / (people - 1),
    case: ofCases / (clusters - 1),
    error: (byAnswer - ofPeople - ofCases) / ((people - 1) * (clusters - 1)),
  };
}

/** Of the two groups lme4 lists the one with more members first. */
function fitLikeLme4(input: TwoWayInput) {
  const fitted = fitMixedModel(input);
  if (typeof fitted === "string") return null;
  const { intercept, people, cases, logLikelihood: logLik } = fitted;
  const [sd_1_as_listed_by_lme4, sd_2] = input.people > input.cases ? [people, cases] : [cases, people];
  return { intercept, sd_1_as_listed_by_lme4, sd_2, logLik };
}

/** Answers of people by person and case, and of models a list each with a place for every case; a reason where no scale carries them. */
export function scoreRasch(given: read.Input): unknown {
  const input = readAnswers(given, "score", read.readNumber(given.cases, "cases"));
  const scale = raschScale(input, read.readRows(given.models ?? [], "models", readScores));
  return typeof scale === "string" ? { reason: scale } : scale;
}
