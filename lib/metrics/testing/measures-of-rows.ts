import { agreeTwoWay } from "#lib/metrics/agreement/agreement-jackknife.ts";
import { altTestOfRatings } from "#lib/metrics/agreement/alt-test-of-ratings.ts";
import { altTest, type AltTest } from "#lib/metrics/agreement/alt-test.ts";
import { cohenKappaInterval, tabulatePair } from "#lib/metrics/agreement/cohen-kappa.ts";
import { findConsensus } from "#lib/metrics/agreement/consensus.ts";
import { gwetAc1 } from "#lib/metrics/agreement/gwet-ac1.ts";
import { computeIcc } from "#lib/metrics/agreement/icc.ts";
import { krippendorffAlpha } from "#lib/metrics/agreement/krippendorff-alpha.ts";
import { agreeByPair } from "#lib/metrics/agreement/pairwise-agreement.ts";
import { measureSelfAgreement } from "#lib/metrics/agreement/self-agreement.ts";
import { weighChoices } from "#lib/metrics/agreement/trusted-answers.ts";
import { weightedKappa } from "#lib/metrics/agreement/weighted-kappa.ts";
import { computeAuc } from "#lib/metrics/calibration/auc.ts";
import { computeEce } from "#lib/metrics/calibration/calibration.ts";
import { codeAgreement, codeShares } from "#lib/metrics/codes/coded-answers.ts";
import { crossedBootstrap } from "#lib/metrics/crossed/bootstrap.ts";
import { caseBootstrap } from "#lib/metrics/testing/case-bootstrap.ts";
import { groupedMean, groupedShare } from "#lib/metrics/grouped/grouped-mean.ts";
import { overReplicates } from "#lib/metrics/grouped/over-replicates.ts";
import { weighAlike } from "#lib/metrics/grouped/parts.ts";
import { labelKappaOfJudge, labelKappaOfPeople } from "#lib/metrics/labels/nominal-kappa.ts";
import { fitMixedModel } from "#lib/metrics/mixed-model/fit.ts";
import { bradleyTerry } from "#lib/metrics/pairs/bradley-terry.ts";
import { raschScale } from "#lib/metrics/rasch/scale.ts";
import { computeRatedOrigins } from "#lib/metrics/ratings/rated-origins.ts";
import { countKinds, filterFigures } from "#lib/metrics/review/counted-shares.ts";
import { agreeInPairs } from "#lib/metrics/review/pair-agreement.ts";
import { remainingErrors } from "#lib/metrics/review/remaining-errors.ts";
import { finishIn, paceOf } from "#lib/metrics/review/throughput.ts";
import { accuracyByWindow, accuracyOfChecks } from "#lib/metrics/review/weighted-accuracy.ts";
import { countChoices } from "#lib/metrics/scores/choice-table.ts";
import {
  contradictionRatio,
  entailmentLabels,
  labelRatios,
} from "#lib/metrics/scores/contradiction-ratio.ts";
import { leaveOneOut } from "#lib/metrics/scores/leave-one-out.ts";
import { mcqFigures } from "#lib/metrics/scores/mcq-figures.ts";
import { mcqReward, mcqTypes } from "#lib/metrics/scores/mcq-reward.ts";
import { optionScoresMissingProbability } from "#lib/metrics/scores/missing-probability.ts";
import { traitLevels, traits } from "#lib/metrics/scores/personality-similarity.ts";
import { binByCovariate, countPositions } from "#lib/metrics/scores/position-table.ts";
import { runStatistics } from "#lib/metrics/scores/run-statistics.ts";
import { similarityOfPeople } from "#lib/metrics/scores/trait-levels.ts";
import { creditVotes } from "#lib/metrics/scores/vote-credits.ts";
import { byName, byPair, type StudyLayout } from "#lib/metrics/testing/listed-rows.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";
import { rankIntervals } from "#lib/metrics/tests/rank-intervals.ts";
import { signTest } from "#lib/metrics/tests/sign-test.ts";
import { bleu4Corpus } from "#lib/metrics/text/bleu.ts";
import { betweenInterval, measureBetween, measureWithin } from "#lib/metrics/two-way/between.ts";
import { everyLookGap } from "#lib/metrics/two-way/every-look.ts";
import { gapInterval, measureGap, pAgainst, weighPeople } from "#lib/metrics/two-way/gap.ts";
import { keepAnswers } from "#lib/metrics/two-way/input.ts";
import { modelInterval, peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";
import { weightedInterval } from "#lib/metrics/two-way/weighted.ts";
import { judgeWorks } from "#lib/metrics/two-way/works.ts";

type Measures = Readonly<Record<string, (laid: StudyLayout) => unknown>>;

const settings = { epsilon: 0.1, minItemsPerHuman: 5 };
function byPerson({ annotators, pValues, advantage, rejected, casesOf, ...found }: AltTest, names: string[]) {
  const own = annotators.map((person) => names[person] ?? "");
  const lists = [pValues, advantage, rejected].map((list) => byName<unknown>(own, list));
  return { ...found, lists, casesOf: byName(names, casesOf) };
}

const agreement: Measures = {
  consensus({ answers, choice, cases, gold }) {
    const table = countChoices({ ...answers, choice, options: 4 });
    const { votes, credits, ...found } = findConsensus(table, gold);
    const firstOf = Int32Array.from({ length: cases.count + 1 }, (_, at) => at * 4);
    const { credit } = creditVotes(firstOf, table.counts, gold);
    return [
      found,
      credits.toSorted(),
      byName(cases.names, votes),
      byName(cases.names, credit),
      gwetAc1(table),
    ];
  },
  "alternative annotator, choices"({ answers, choice, judged, people }) {
    const model = Int8Array.from(judged, (one) => (Number.isNaN(one) ? -1 : Math.floor(one) % 4));
    return byPerson(altTest({ ...answers, ...settings, choice, options: 4, model }), people.names);
  },
  "alternative annotator, ratings"({ table, judged, people }) {
    const model = Array.from(judged, (one) => (Number.isNaN(one) ? null : one / 3));
    const found = altTestOfRatings(
      table(({ rating }) => rating / 3),
      model,
      settings,
    );
    return byPerson(found, people.names);
  },
  "answers weighed by trust"({ answers, choice, options, people, cases }) {
    const { probabilities, trust } = weighChoices({ ...answers, choice, options });
    return [byName(people.names, trust), byName(cases.names, probabilities)];
  },
  "agreement over people and cases": ({ answers, choice, options, groups }) => [
    agreeTwoWay({ ...answers, choice, options }, { are: "own" }),
    agreeTwoWay(
      { ...answers, choice, options },
      { are: "shared", count: 4, ordered: true },
      { groupOf: groups.of },
    ),
  ],
  "agreement by pair"({ table, options, people }) {
    const raters = table(({ choice }) => choice).map((row) => Int8Array.from(row, (one) => one ?? -1));
    return byPair(people.names, agreeByPair(raters, options));
  },
  "agreement of two": ({ rows }) => [
    agreeInPairs(
      rows.map(({ choice, again }) => [choice, again]),
      4,
    ),
    cohenKappaInterval(
      tabulatePair(
        Int8Array.from(rows, (row) => row.choice),
        Int8Array.from(rows, (row) => row.again),
      ),
    ),
    weightedKappa(
      rows.map(({ choice }) => choice),
      rows.map(({ again }) => again),
      [0, 1, 2, 3],
      "linear",
    ),
  ],
  "agreement of ratings": ({ table }) => [
    krippendorffAlpha(
      table(({ rating }) => rating / 3),
      "interval",
    ),
    krippendorffAlpha(
      table(({ rating }) => rating),
      "ordinal",
    ),
    computeIcc(transpose(table(({ rating }) => rating)).map((row) => row.map((one) => one ?? 3))),
  ],
  "agreement with oneself": ({ people, groupOfRows: group, ofRows }) =>
    measureSelfAgreement(
      {
        rater: people.of,
        group,
        first: ofRows(({ choice }) => choice),
        again: ofRows(({ again }) => again),
      },
      4,
    ),
  "each person beside the others": ({ answers, choice, options, people }) =>
    byName(people.names, leaveOneOut({ ...answers, choice, options: 4 }, options)),
};

function transpose<T>(table: readonly (readonly T[])[]): T[][] {
  return (table[0] ?? []).map((_, at) => table.map((row) => row[at] as T));
}

const labelsOf = ({ rated, groups, rows }: StudyLayout) => ({
  ...rated,
  labels: 4,
  groupOf: groups.of,
  label: Int32Array.from(rows, ({ choice }) => choice),
});
const codesOf = ({ rated, groups, rows }: StudyLayout) => ({
  ...rated,
  groupOf: groups.of,
  found: rows.map(({ choice }) => Number(choice === 1)),
});

const judgements: Measures = {
  codes: (laid) => [
    codeAgreement(codesOf(laid)),
    byName(
      laid.origins.names,
      codeShares({ ...codesOf(laid), methodOf: laid.origins.of, methods: laid.origins.count }),
    ),
  ],
  labels: (laid) => [
    labelKappaOfPeople(labelsOf(laid)),
    labelKappaOfJudge(labelsOf(laid), laid.gold),
    labelRatios(
      { isGiven: laid.right, group: laid.groupOfRows, rater: laid.people.of },
      laid.originOfRows.fill(0),
      1,
    ),
    contradictionRatio(laid.rows.map(({ again }) => entailmentLabels[again % 3] ?? "neutral")),
  ],
  "means and shares": ({ right, ofRows, groupOfRows: group, people, cases }) => {
    const value = ofRows(({ rating }) => rating / 3);
    return [
      groupedMean({ value, group, rater: people.of, weight: weighAlike(cases.of) }, [0, 2]),
      groupedShare({ value: right, group, rater: people.of }),
      overReplicates([...value]),
    ];
  },
  "strengths of sides"({ rows, groupOfRows, ofRows }) {
    const kept = [...rows.keys()].filter((i) => rows[i]?.choice !== rows[i]?.again);
    const pick = (values: ArrayLike<number>) => Int32Array.from(kept, (i) => values[i] as number);
    return bradleyTerry({
      sides: 4,
      first: pick(ofRows(({ choice }) => choice)),
      second: pick(ofRows(({ again }) => again)),
      outcome: Float64Array.from(kept, (i) => ((rows[i]?.rating ?? 0) % 3) / 2),
      group: pick(groupOfRows),
    });
  },
  "origins, raters and a judge"({ rated, ofRows, groups, origins, judged, people }) {
    const { table, judges, raters, comparisons, all } = computeRatedOrigins({
      settings,
      scale: [1, 5],
      ratings: { ...rated, rating: ofRows(({ rating }) => rating) },
      byOrigin: {
        origins: origins.count,
        originOf: origins.of,
        groups: groups.count,
        groupOf: groups.of,
      },
      judges: [{ scores: judged, range: [1, 5], isRater: true }],
    });
    const { severity, pairs } = raters;
    // Which of the two is the first is no matter.
    const tested = comparisons?.map(({ difference, low, high, ...pair }) => {
      const isTurned = (difference ?? 0) < 0;
      const ends = [low, high].map((end) => (end === null ? null : isTurned ? -end : end));
      return { ...pair, difference: Math.abs(difference ?? 0), ends: isTurned ? ends.toReversed() : ends };
    });
    return {
      all,
      table: { ...table, origins: byName(origins.names, table.origins) },
      judges: judges.map(({ replaces, ...one }) => [one, replaces && byPerson(replaces, people.names)]),
      raters: {
        ...raters,
        severity: severity && byName(people.names, severity),
        pairs: byPair(people.names, pairs ?? []),
      },
      comparisons: byPair(origins.names, tested ?? []),
    };
  },
  "similarity of people"({ rows, people }) {
    const profileOf = (levelOf: (at: number) => number) =>
      Object.fromEntries(traits.map((trait, at) => [trait, traitLevels[levelOf(at) % 3]]));
    const found = similarityOfPeople(
      people.names.map((name) => {
        const own = rows.filter(({ person }) => person === name);
        return {
          reference: own.map(({ choice, rating }) => profileOf((at) => choice * at + rating)),
          generated: own.map(({ again, rating }) => profileOf((at) => again * at + rating)),
        };
      }),
    );
    return { ...found, byPerson: byName(people.names, found.byPerson) };
  },
};

const verdictsOf = ({ rows, people, right }: StudyLayout) =>
  rows.map(({ again, choice, sure }, i) => ({
    annotator: Number(people.names[people.of[i] ?? 0]?.replace(/\D/g, "")),
    band: again,
    rate: 0.1 + 0.9 * sure,
    isChecked: again !== 0,
    isWrong: right[i] === 0,
    isRight: right[i] === 1,
    isMissed: again !== 0 && right[i] === 1 && choice > 0 ? sure < 0.3 : null,
    ordinal: 1 + choice * 3 + again,
  }));

const reviews: Measures = {
  checks: (laid) => [
    remainingErrors(verdictsOf(laid)),
    accuracyOfChecks(verdictsOf(laid)),
    accuracyByWindow(verdictsOf(laid), 5),
  ],
  counts: ({ rows, right }) => [
    filterFigures(rows.map(({ choice }, i) => ({ filterAccepts: choice === 0, accepts: right[i] === 1 }))),
    countKinds(
      rows.map(({ choice }) => choice.toString()),
      ["0", "1", "2", "3"],
    ),
  ],
  pace: ({ rows }) => [
    paceOf(rows.map(({ sure, rating }) => sure * 1e6 + rating * 1e5)),
    finishIn(
      40,
      rows.map(({ rating }) => rating / 3),
    ),
  ],
};

const itemsOf = ({ rows, known, cases }: StudyLayout) =>
  rows.map(({ choice, again, sure }, i) => {
    const { options: count = 2, gold = 0 } = known[cases.of[i] ?? 0] ?? {};
    const options = Array.from({ length: count }, (_, at) => `option ${at}`);
    const probabilities = options.map((_, at) => (at === choice ? sure : (1 - sure) / (count - 1)));
    const success = ([1, 0, -1, null] as const)[again] ?? null;
    return { options, probabilities, gold: `option ${gold}`, success };
  });

const scores: Measures = {
  probabilities: (laid) => [optionScoresMissingProbability(itemsOf(laid)), runStatistics(itemsOf(laid))],
  calibration: ({ rows, right }) => [
    computeEce(
      rows.map(({ sure }) => sure),
      [...right],
    ),
    computeAuc(
      rows.map(({ sure }) => sure),
      Array.from(right, Boolean),
    ),
  ],
  "typed options": ({ rows, groupOfRows: group, people, ofRows }) => [
    mcqReward(rows.map(({ choice }) => mcqTypes[choice] ?? "")),
    mcqFigures(
      {
        types: mcqTypes,
        group,
        rater: people.of,
        chosen: Int32Array.from(rows, ({ choice, again }) => (again === 3 ? -1 : choice)),
        rightPlace: Int32Array.from(rows, ({ rating }) => rating - 1),
        longest: ofRows(({ again }) => [0, 1, 1 / 3, 1 / 2][again] ?? 0),
      },
      "left_out",
    ),
  ],
  "positions and bins": ({ rows, right, ofRows }) => [
    countPositions(
      Int8Array.from(rows, ({ choice }) => choice),
      Int8Array.from(rows, ({ again }) => again),
    ),
    binByCovariate(
      ofRows(({ sure }) => sure / 3),
      right.map((one) => one / 3),
      4,
    ),
  ],
  tests({ rows, ofRows }) {
    const { holm, bh, by } = adjustP(rows.map(({ sure }) => sure / 3));
    const [a, b] = [ofRows(({ rating }) => rating / 5), ofRows(({ sure }) => sure)];
    return [signTest([...a], [...b]), [holm, bh, by].map((adjusted) => adjusted.toSorted())];
  },
  "ranks of models"({ models, scoresOf, groups }) {
    const known = models.map((model) => scoresOf(model).map((one) => (Number.isNaN(one) ? 0 : one)));
    return byName(models, rankIntervals({ scores: known, clusterOf: groups.of, b: 200, seed: 7 }));
  },
  "texts of many": ({ rows }) =>
    bleu4Corpus(
      rows.map(({ choice, again, rating }) => ({
        reference: [`${choice}`, "a", "b", `${rating}`, "c"],
        candidate: [`${again}`, "a", "b", "4", "c"],
      })),
    ),
};

/** A second answer that differs costs a third. */
const twoWayOf = ({ answers, right, rows, stratumOf, groups }: StudyLayout) => ({
  ...answers,
  stratumOf,
  clusterOf: groups.of,
  score: right.map((one, i) => (rows[i]?.again === rows[i]?.choice ? one : 1 / 3)),
});

const twoWay: Measures = {
  "people and models, two ways"(laid) {
    const input = twoWayOf(laid);
    const weighed = weighPeople(input);
    const works = judgeWorks(input);
    const factors = works && [works.count, works.ofAnswers.factor, works.ofVotes.factor];
    const gaps = laid.models.map((model) => {
      const gap = weighed && measureGap(weighed, laid.scoresOf(model), works?.ofAnswers);
      if (!gap) return null;
      const at = (level: number) => gapInterval(gap, level);
      const { value, found, correlation } = gap;
      return [
        value,
        found,
        correlation,
        at(0.95),
        pAgainst(at, value),
        everyLookGap(gap, 9),
        modelInterval(gap.model),
      ];
    });
    const { mean, variance, ofClusters, df, dfOfClusters } = weighed?.people ?? {};
    const interval = weighed && peopleInterval(weighed.people);
    return [mean, variance, ofClusters, df, dfOfClusters, interval, factors, byName(laid.models, gaps)];
  },
  "groups of people, and parts"(laid) {
    const input = twoWayOf(laid);
    const meanOf = (isKept: (i: number) => boolean) => twoWayMean(keepAnswers(input, isKept));
    const isEven = (id = "") => Number(id.replace(/\D/g, "")) % 2 === 0;
    const halves = (idOf: (i: number) => string | undefined) =>
      [true, false].map((half) => meanOf((i) => isEven(idOf(i)) === half));
    const [first, second] = halves((i) => laid.rows[i]?.person);
    const [here, there] = halves((i) => laid.rows[i]?.case);
    if (!first || !second || !here || !there) return null;
    const both = [measureBetween(first, second), measureWithin(here, there)];
    const parts = [
      { share: 0.3, mean: here },
      { share: 0.7, mean: there },
    ];
    return [both.map((one) => [one.value, one.correlation, betweenInterval(one)]), weightedInterval(parts)];
  },
};

/** What is drawn, or found by trying, goes by the numbers of people and cases, which are those of the study and not of the rows. */
export const byNumber: Measures = {
  "a mixed model": ({ answers, right }) => fitMixedModel({ ...answers, score: right }),
  "Rasch’s scale": ({ answers, right, scoresOf }) =>
    raschScale({ ...answers, score: right }, [scoresOf("first").map((one) => Math.round(one))]),
  "resampled people and cases": ({ answers, people, cases, ofRows, scoresOf, gold }) => [
    crossedBootstrap({
      people: people.count,
      cases: cases.count,
      b: 100,
      seed: 7,
      answers: { ...answers, right: ofRows(({ sure }) => sure / 3) },
      models: [{ correct: scoresOf("first") }],
    }),
    caseBootstrap(Float64Array.from(gold), { b: 100, seed: 7 }),
  ],
};

/** What is computed from rows, each with its figures; of people, cases, groups and models by their names. */
export const byRows: Measures = { ...agreement, ...judgements, ...reviews, ...scores, ...twoWay };
