import { computeAuc } from "#lib/metrics/calibration/auc.ts";
import { bleu4, bleu4Corpus } from "#lib/metrics/text/bleu.ts";
import { computeEce, defaultBins } from "#lib/metrics/calibration/calibration.ts";
import { contradictionRatio, entailmentLabels } from "#lib/metrics/scores/contradiction-ratio.ts";
import { computeIcc } from "#lib/metrics/agreement/icc.ts";
import { kendallTauB } from "#lib/metrics/tests/kendall-tau.ts";
import { mcnemarExact } from "#lib/metrics/tests/mcnemar.ts";
import { mcqReward, mcqRewardFromShares } from "#lib/metrics/scores/mcq-reward.ts";
import { optionScoresMissingProbability } from "#lib/metrics/scores/missing-probability.ts";
import { optionScores, optionScoresFairTies } from "#lib/metrics/scores/option-scores.ts";
import * as read from "#lib/metrics/oracle/input.ts";
import {
  scoreAlpha,
  scoreAlternative,
  scoreCohen,
  scoreFleiss,
  scoreGwet,
  scorePercentAgreement,
} from "#lib/metrics/oracle/agreement.ts";
import { readChoice, readRunRow } from "#lib/metrics/oracle/shapes.ts";
import { ratingMetrics } from "#lib/metrics/oracle/ratings.ts";
import { reviewMetrics } from "#lib/metrics/oracle/reviews.ts";
import { scoreRasch, scoreTwoWay } from "#lib/metrics/oracle/two-way.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";
import { pairedPermutationExact } from "#lib/metrics/tests/paired-permutation.ts";
import { overReplicates } from "#lib/metrics/grouped/over-replicates.ts";
import { personalitySimilarity } from "#lib/metrics/scores/personality-similarity.ts";
import { clopperPearsonInterval } from "#lib/metrics/tests/clopper-pearson.ts";
import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import { rougeL, rougeLText } from "#lib/metrics/text/rouge-l.ts";
import { runStatistics } from "#lib/metrics/scores/run-statistics.ts";
import { signTest } from "#lib/metrics/tests/sign-test.ts";
import { spearman } from "#lib/metrics/tests/spearman.ts";
import { compareTwoProportions } from "#lib/metrics/tests/two-proportions.ts";
import { weightedKappa } from "#lib/metrics/agreement/weighted-kappa.ts";

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
export const oracleMetrics: Readonly<Record<string, Metric>> = {
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
