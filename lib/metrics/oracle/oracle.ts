import { computeAuc } from "#lib/metrics/calibration/auc.ts";
import { bleu4, bleu4Corpus } from "#lib/metrics/text/bleu.ts";
import { computeEce, defaultBins } from "#lib/metrics/calibration/calibration.ts";
import { contradictionRatio, entailmentLabels } from "#lib/metrics/scores/contradiction-ratio.ts";
import { computeIcc } from "#lib/metrics/agreement/icc.ts";
import { kendallTauB } from "#lib/metrics/tests/kendall-tau.ts";
import { mcnemarExact } from "#lib/metrics/tests/mcnemar.ts";
import { mcqReward, mcqRewardFromShares, mcqTypes } from "#lib/metrics/scores/mcq-reward.ts";
import { optionScoresMissingProbability } from "#lib/metrics/scores/missing-probability.ts";
import { optionScores, optionScoresFairTies } from "#lib/metrics/scores/option-scores.ts";
import * as read from "#lib/metrics/oracle/input.ts";
import { ratingMetrics } from "#lib/metrics/oracle/ratings.ts";
import { reviewMetrics } from "#lib/metrics/oracle/reviews.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";
import { pairedPermutationExact } from "#lib/metrics/tests/paired-permutation.ts";
import { overReplicates } from "#lib/metrics/grouped/over-replicates.ts";
import { personalitySimilarity } from "#lib/metrics/scores/personality-similarity.ts";
import { clopperPearsonInterval } from "#lib/metrics/tests/clopper-pearson.ts";
import { wilsonInterval, defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { rougeL, rougeLText } from "#lib/metrics/text/rouge-l.ts";
import { runStatistics, type Success } from "#lib/metrics/scores/run-statistics.ts";
import { signTest } from "#lib/metrics/tests/sign-test.ts";
import { spearman } from "#lib/metrics/tests/spearman.ts";
import { compareTwoProportions } from "#lib/metrics/tests/two-proportions.ts";
import { weightedKappa } from "#lib/metrics/agreement/weighted-kappa.ts";
import { altTest } from "#lib/metrics/agreement/alt-test.ts";
import { altTestOfRatings } from "#lib/metrics/agreement/alt-test-of-ratings.ts";
import { agreeTwoWay } from "#lib/metrics/agreement/agreement-jackknife.ts";
import { cohenKappaInterval, tabulatePair } from "#lib/metrics/agreement/cohen-kappa.ts";
import { gwetAc1 } from "#lib/metrics/agreement/gwet-ac1.ts";
import { krippendorffAlpha } from "#lib/metrics/agreement/krippendorff-alpha.ts";
import { withoutFigures, type Bounded } from "#lib/metrics/measure.ts";
import { numberLabels, packChoices, packCounts } from "#lib/metrics/oracle/pack.ts";
import { countChoices, countsOf, type ChoiceTable } from "#lib/metrics/scores/choice-table.ts";
import { fitMixedModel } from "#lib/metrics/mixed-model/fit.ts";
import { raschScale } from "#lib/metrics/rasch/scale.ts";
import { measureGap, moverInterval, weighPeople } from "#lib/metrics/two-way/gap.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { modelInterval, peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { pigeonholeVariance, type TwoWayMean } from "#lib/metrics/two-way/variance.ts";

/** Files of answers, each by its person and its case, beside a model's answers to the cases, name no metric. */
const isTwoWay = (input: unknown): boolean =>
  typeof input === "object" &&
  input !== null &&
  ["person", "case", "right", "model"].every((name) => Array.isArray((input as read.Input)[name]));

/**
 * How near lme4 comes with the tolerances it has by default, in which the file was made. With `tolPwrss` of 1e-12 it finds
 * what we find to the fifth digit.
 */
const looseTolerances: Readonly<Record<string, number>> = { glmm_lme4: 2e-3 };

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

function scoreTwoWay(given: read.Input): unknown {
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
function scoreRasch(given: read.Input): unknown {
  const input = readAnswers(given, "score", read.readNumber(given.cases, "cases"));
  const scale = raschScale(input, read.readRows(given.models ?? [], "models", readScores));
  return typeof scale === "string" ? { reason: scale } : scale;
}

/** What a case says and what we found instead; `message` where it couldn't even be computed. */
export type OracleFailure = {
  readonly name: string;
  readonly key?: string;
  readonly expected?: unknown;
  readonly got?: unknown;
  readonly message?: string;
};
export type OracleReport = { readonly passed: number; readonly failures: readonly OracleFailure[][] };

const defaultTolerance = 1e-9;

/** The cases of a file, or null when it isn't of the format. Each case is checked for itself later. */
export function listCases(file: unknown): readonly unknown[] | null {
  if (Array.isArray(file)) return file;
  const cases = isObject(file) ? file.cases : undefined;
  return Array.isArray(cases) ? cases : null;
}

export function checkCases(cases: readonly unknown[]): OracleReport {
  const failures = cases.map((each, i) => checkCase(each, i + 1)).filter((found) => found.length > 0);
  return { passed: cases.length - failures.length, failures };
}

/** Everything in which we differ from a case; empty when it passes. */
export function checkCase(given: unknown, position = 1): OracleFailure[] {
  const name = isObject(given) && typeof given.name === "string" ? given.name : `case ${position}`;
  const refuse = (message: string) => [{ name, message }];
  if (!isObject(given)) return refuse("the case is not an object");
  const { input, expected, tolerance = defaultTolerance } = given;
  const metric = given.metric ?? (isTwoWay(input) ? "two_way" : undefined);
  if (typeof metric !== "string") return refuse("the case names no metric");
  const compute = Object.hasOwn(oracleMetrics, metric) ? oracleMetrics[metric] : undefined;
  if (!compute) return refuse(`unknown metric ${JSON.stringify(metric)}`);
  if (!isObject(input)) return refuse("the case has no input");
  if (!isObject(expected) || Object.keys(expected).length === 0) return refuse("the case expects nothing");
  if (typeof tolerance !== "number" || !(tolerance >= 0)) return refuse("the tolerance is no number");
  try {
    return compare(expected, compute(input), tolerance).map((difference) => ({ name, ...difference }));
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

type Difference = { readonly key: string; readonly expected: unknown; readonly got: unknown };

function compare(expected: unknown, got: unknown, tolerance: number, key = ""): Difference[] {
  const inside = (name: string | number) => (key === "" ? `${name}` : `${key}.${name}`);
  if (Array.isArray(expected)) {
    if (!Array.isArray(got) || got.length !== expected.length) return [{ key, expected, got }];
    return expected.flatMap((entry, i) => compare(entry, got[i], tolerance, inside(i)));
  }
  if (isObject(expected)) {
    if (!isObject(got)) return [{ key, expected, got }];
    return Object.entries(expected).flatMap(([name, entry]) => {
      const own = Math.max(tolerance, looseTolerances[name] ?? 0);
      return compare(entry, Object.hasOwn(got, name) ? got[name] : undefined, own, inside(name));
    });
  }
  const same =
    typeof expected === "number" && typeof got === "number"
      ? Math.abs(expected - got) <= tolerance
      : expected === got;
  return same ? [] : [{ key, expected, got }];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readRunRow(value: unknown) {
  const row = read.readObject(value, "an item");
  const success = read.nullOr(row.success, (given) => read.readNumber(given, "success"));
  return { ...read.readItem(value), success: success as Success };
}

/** Types by their names in files, or by the first or second word alone. */
function readChoice(value: unknown, name: string): string {
  const text = read.readText(value, name);
  const word = text
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[-\s]/g, "_");
  const type = mcqTypes.find((known) => known === word || known.split("_").includes(word));
  if (!type) throw new read.MalformedCase(`unknown choice ${text}`);
  return type;
}

const readRatings = (input: read.Input) => read.readRows(input.ratings, "ratings", read.readLabels);

function packRatings(input: read.Input, categories?: readonly string[]) {
  const { raters, options } = numberLabels(readRatings(input), categories);
  return countChoices(packChoices(raters, raters[0]?.length ?? 0, options));
}

/** What people chose of categories that all items share. Who chose it is not asked for here. */
function agreeOn(table: ChoiceTable) {
  const cells = Array.from({ length: table.cases }, (_, at) => [...countsOf(table, at)]).flatMap(
    (counts, at) => counts.flatMap((count, choice) => Array.from({ length: count }, () => ({ at, choice }))),
  );
  const { cases, options } = table;
  const choices = {
    people: 0,
    person: cells.map(() => 0),
    options: new Int32Array(cases).fill(options),
    case: cells.map(({ at }) => at),
    choice: cells.map(({ choice }) => choice),
  };
  return agreeTwoWay(choices, { are: "shared", count: options, ordered: false }).figures;
}

/** The reason why there is no interval is no reason here. */
const whyNone = ({ value, reason }: Bounded) => (value === null ? reason : null);

function scorePercentAgreement(input: read.Input) {
  const { pairwise, unanimous } = agreeOn(packRatings(input));
  return { pairwise: pairwise.value, unanimous: unanimous.value, reason: whyNone(pairwise) };
}

function scoreFleiss(input: read.Input) {
  const rows = read.readRows(input.counts, "counts", read.readNumbers);
  const { pairwise, fleiss } = agreeOn(packCounts(rows));
  // A case that nobody answered is none to the product; the format counts it as one with fewer ratings.
  const isRated = rows.every((counts) => counts.some((count) => count > 0));
  if (!isRated && pairwise.reason !== "no_items")
    return withoutFigures(["meanAgreement", "kappa"], "unequal_ratings");
  const reason = whyNone(fleiss);
  const hasKappa = reason === null || reason === "one_category";
  return { meanAgreement: hasKappa ? pairwise.value : null, kappa: fleiss.value, reason };
}

const scoreGwet = (input: read.Input) =>
  gwetAc1(packRatings(input, read.readCategories(input.categories, "categories")));

function scoreCohen(input: read.Input) {
  const rows = [read.readLabels(input.a, "a"), read.readLabels(input.b, "b")];
  const declared =
    input.categories === undefined ? undefined : read.readCategories(input.categories, "categories");
  const [a, b] = numberLabels(rows, declared).raters as [Int8Array, Int8Array];
  return cohenKappaInterval(tabulatePair(a, b), read.readNumber(input.level, "level", 0.95));
}

/** Labels are numbers except at the nominal level, or where the order of other labels is given. */
function scoreAlpha(input: read.Input) {
  const scale = read.readText(input.level, "level");
  if (scale === "nominal") {
    const { alpha } = agreeOn(packRatings(input));
    return { alpha: alpha.value, reason: whyNone(alpha) };
  }
  const ratings = readRatings(input);
  const order = input.categories ?? input.order;
  if (scale === "ordinal" && order !== undefined)
    return krippendorffAlpha(ratings, scale, read.readCategories(order, "categories"));
  if (scale !== "ordinal" && scale !== "interval") throw new read.MalformedCase(`unknown level ${scale}`);
  const values = ratings.map((row) => row.map((label) => read.nullOr(label, read.readNumeral)));
  return krippendorffAlpha(values, scale);
}

function scoreAlternative(input: read.Input) {
  const humans = Object.entries(read.readObject(input.humans, "humans"));
  const names = humans.map(([name]) => name);
  const given = [input.model, ...humans.map(([, labels]) => labels)];
  const [model = [], ...people] = readAnnotations(given);
  const settings = {
    epsilon: read.readNumber(input.epsilon, "epsilon", 0.2),
    q: read.readNumber(input.q, "q", 0.05),
    minHumansPerItem: read.readNumber(input.minHumansPerItem, "minHumansPerItem", 2),
    minItemsPerHuman: read.readNumber(input.minItemsPerHuman, "minItemsPerHuman", 30),
    minAnnotators: 0,
  };
  const { annotators, ...found } = testAlternative(input.scoring ?? "accuracy", people, model, settings);
  return { ...found, annotators: annotators.map((person) => names[person]) };
}

type Labels = (string | null)[];

function testAlternative(
  scoring: unknown,
  people: readonly Labels[],
  model: Labels,
  settings: Parameters<typeof altTestOfRatings>[2],
) {
  if (scoring === "neg_rmse") {
    const numbers = (labels: Labels) => labels.map((label) => read.nullOr(label, read.readNumeral));
    return altTestOfRatings(people.map(numbers), numbers(model), settings);
  }
  if (scoring !== "accuracy") throw new read.MalformedCase(`unknown scoring ${String(scoring)}`);
  const { options, raters } = numberLabels([model, ...people]);
  const [packed = new Int8Array(), ...others] = raters;
  return altTest({ ...packChoices(others, packed.length, options), ...settings, model: packed });
}

/** Where labels are given by item, an item is whatever anybody has a label for. */
function readAnnotations(given: readonly unknown[]): Labels[] {
  const byItem = given.filter(
    (labels) => typeof labels === "object" && labels !== null && !Array.isArray(labels),
  );
  const items = [...new Set(byItem.flatMap((labels) => Object.keys(labels as object)))];
  return given.map((labels) => read.readAnnotations(labels, items));
}

type Metric = (input: read.Input) => unknown;

const level = (input: read.Input) => read.readNumber(input.level, "level", 0.95);
const items = (input: read.Input) => read.readRows(input.items, "items", read.readItem);
const scoring = (input: read.Input) =>
  ({ bins: read.readNumber(input.bins, "bins", defaultBins), names: "reference" }) as const;
const numbers = (input: read.Input, name: string) => read.readNumbers(input[name], name);
const labels = (input: read.Input, name: string) => read.readLabels(input[name], name);
const number = (input: read.Input, name: string) => read.readNumber(input[name], name);
const tokens = (input: read.Input, name: string) => read.readTokens(input[name], name);
const categories = (input: read.Input) => read.readCategories(input.categories, "categories");

/** Each metric of the file format, by the name it has there. */
const oracleMetrics: Readonly<Record<string, Metric>> = {
  option_scores: (input) => optionScores(items(input), scoring(input)),
  option_scores_fair_ties: (input) => optionScoresFairTies(items(input), scoring(input)),
  option_scores_missing_prob: (input) => optionScoresMissingProbability(items(input), scoring(input)),
  ece: (input) => computeEce(numbers(input, "confidence"), numbers(input, "correct"), scoring(input).bins),
  run_statistics: (input) => runStatistics(read.readRows(input.items, "items", readRunRow), scoring(input)),
  wilson_interval: (input) => wilsonInterval(number(input, "successes"), number(input, "n"), level(input)),
  clopper_pearson_interval: (input) =>
    clopperPearsonInterval(number(input, "successes"), number(input, "n"), level(input)),
  cohen_kappa: scoreCohen,
  weighted_kappa: (input) => {
    const weights = read.readText(input.weights, "weights");
    if (weights !== "linear" && weights !== "quadratic")
      throw new read.MalformedCase(`unknown weights ${weights}`);
    return weightedKappa(labels(input, "a"), labels(input, "b"), categories(input), weights);
  },
  fleiss_kappa: scoreFleiss,
  krippendorff_alpha: scoreAlpha,
  gwet_ac1: scoreGwet,
  percent_agreement: scorePercentAgreement,
  mcnemar_exact: (input) => mcnemarExact(number(input, "onlyFirst"), number(input, "onlySecond")),
  sign_test: (input) => signTest(numbers(input, "a"), numbers(input, "b")),
  paired_permutation_exact: (input) => pairedPermutationExact(numbers(input, "a"), numbers(input, "b")),
  two_proportion_z: (input) =>
    compareTwoProportions(
      { successes: number(input, "x1"), n: number(input, "n1") },
      { successes: number(input, "x2"), n: number(input, "n2") },
      level(input),
    ),
  spearman: (input) => spearman(numbers(input, "x"), numbers(input, "y")),
  kendall_tau_b: (input) => kendallTauB(numbers(input, "x"), numbers(input, "y")),
  icc: (input) => computeIcc(read.readRows(input.scores, "scores", read.readNumbersOrNull), level(input)),
  auc: (input) =>
    computeAuc(
      numbers(input, "scores"),
      numbers(input, "labels").map((label) => label as 0 | 1),
    ),
  p_adjust: (input) => adjustP(read.readNumbersOrNull(input.p, "p")),
  bleu4: (input) => bleu4(tokens(input, "reference"), tokens(input, "candidate")),
  bleu4_corpus: (input) =>
    bleu4Corpus(
      read.readRows(input.pairs, "pairs", (row, name) => {
        const pair = read.readObject(row, name);
        return { reference: tokens(pair, "reference"), candidate: tokens(pair, "candidate") };
      }),
    ),
  rouge_l: (input) => rougeL(tokens(input, "reference"), tokens(input, "candidate")),
  rouge_l_text: (input) =>
    rougeLText(read.readText(input.reference, "reference"), read.readText(input.candidate, "candidate")),
  mcq_reward: (input) => mcqReward(read.readRows(input.choices, "choices", readChoice)),
  mcq_reward_from_shares: (input) =>
    mcqRewardFromShares({
      correct: number(input, "correct"),
      opposite: number(input, "opposite"),
      nearMiss: read.readNumber(input.nearMiss ?? input.near_miss, "nearMiss"),
      misconception: number(input, "misconception"),
    }),
  personality_similarity: (input) =>
    personalitySimilarity(
      read.readTraits(input.reference, "reference"),
      read.readTraits(input.generated, "generated"),
    ),
  contradiction_ratio: (input) =>
    contradictionRatio(
      read.readCategories(input.labels, "labels").map((given) => {
        const label = entailmentLabels.find((each) => each === given.toLowerCase());
        if (!label) throw new read.MalformedCase(`unknown label ${given}`);
        return label;
      }),
    ),
  over_replicates: (input) => overReplicates(numbers(input, "values")),
  alt_test: scoreAlternative,
  two_way: scoreTwoWay,
  rasch_scale: scoreRasch,
  ...ratingMetrics,
  ...reviewMetrics,
};
