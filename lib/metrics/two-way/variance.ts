import { checkTwoWay, clusterAt, type TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { correctCases, correctWorks } from "#lib/metrics/two-way/small-sample.ts";
import { add, readStrata, type Strata } from "#lib/metrics/two-way/strata.ts";

/** What the answers of people to cases say of the mean, and how sure one may be of it. */
export type TwoWaySpread = {
  readonly answers: number;
  /** Those who answered, the cases that were answered, and the works of these, or the cases once more. */
  readonly people: number;
  readonly cases: number;
  readonly clusters: number;
  readonly mean: number;
  /** Sums of squares: of what is left of each person together, of each cluster together, of each answer by itself. */
  readonly byPerson: number;
  readonly byCluster: number;
  readonly byAnswer: number;
  /** Of the mean, for people and cases like these; null with fewer than two of either. */
  readonly variance: number | null;
  /** The clusters' part of it, the noise of single answers with them. */
  readonly ofClusters: number;
  readonly dfOfClusters: number;
  /** The lesser of people's and that. */
  readonly df: number;
};

export type TwoWayMean = TwoWaySpread & {
  /** By cluster, and by person, by how much their answers together move the mean. */
  readonly left: Float64Array;
  readonly leftOfPeople: Float64Array;
  /** By cluster: for their small number; 0 where nobody answered it. */
  readonly correction: Float64Array;
  readonly strata: Strata;
};

type Parts = { ofPeople: number; ofClusters: number; ofAnswers: number; noise: number };

/**
 * The variance of a mean over people and cases that were both drawn by chance, clustered by both (Cameron, Gelbach and
 * Miller 2011), each corrected for small numbers. It is never taken as less than either the noise of single answers or the
 * smaller of the two clusterings, below which the difference of the three can come out by chance.
 */
export const combine = ({ ofPeople, ofClusters, ofAnswers, noise }: Parts): number =>
  Math.max(ofPeople + ofClusters - ofAnswers, Math.min(ofPeople, ofClusters), noise);

export function twoWayMean(input: TwoWayInput): TwoWayMean | null {
  checkTwoWay(input);
  const answers = input.score.length;
  if (answers === 0) return null;
  const strata = readStrata(input);
  const { correction, df } = input.clusterOf ? correctWorks(input, strata) : correctCases(input, strata);
  const left = sumWhatIsLeft(input, strata);
  const byPerson = squares(left.byPerson);
  const ofClusters = left.byCluster.reduce(
    (sum, one, cluster) => sum + one * one * (correction[cluster] as number),
    0,
  );
  const people = countSeen(input.person, input.people);
  const clusters = correction.reduce((sum, one) => sum + (one > 0 ? 1 : 0), 0);
  const canTell = people > 1 && strata.clusters.every((count) => count > 1);
  const ofPeople = (byPerson * people) / (people - 1);
  const parts = { ofPeople, ofClusters, ofAnswers: left.byAnswer, noise: noiseOf(strata) };
  return {
    answers,
    people,
    cases: countSeen(input.case, input.cases),
    clusters,
    ofClusters,
    strata,
    correction,
    left: left.byCluster,
    leftOfPeople: left.byPerson,
    mean: strata.mean.reduce((sum, mean, at) => sum + mean * (strata.share[at] as number), 0),
    byPerson: byPerson * answers ** 2,
    byCluster: squares(left.byCluster) * answers ** 2,
    byAnswer: left.byAnswer * answers ** 2,
    variance: canTell ? combine(parts) : null,
    dfOfClusters: df,
    df: Math.min(people - 1, df),
  };
}

const squares = (values: Float64Array) => values.reduce((sum, one) => sum + one * one, 0);

function countSeen(members: Int32Array, count: number): number {
  const seen = new Uint8Array(count);
  for (const member of members) seen[member] = 1;
  return seen.reduce((sum, one) => sum + one, 0);
}

/**
 * By as much as answers move the mean. What was right is counted first, in whole numbers where scores are such, so that the
 * order of answers is of no consequence to the last digit.
 */
function sumWhatIsLeft(input: TwoWayInput, strata: Strata) {
  const { people, cases, person, case: caseOf, score } = input;
  const { count: width, mean, share, weight } = strata;
  const ofPeople = { score: new Float64Array(people * width), count: new Float64Array(people * width) };
  const ofClusters = { score: new Float64Array(cases * width), count: new Float64Array(cases * width) };
  const byWeight = { score: new Float64Array(width), square: new Float64Array(width) };
  for (let i = 0; i < score.length; i++) {
    const [at, one] = [caseOf[i] as number, score[i] as number];
    const stratum = strata.of[at] as number;
    const cluster = clusterAt(input, at);
    const own = strata.answerWeight[person[i] as number] as number;
    add(ofPeople.score, (person[i] as number) * width + stratum, own * one);
    add(ofPeople.count, (person[i] as number) * width + stratum, own);
    add(ofClusters.score, cluster * width + stratum, own * one);
    add(ofClusters.count, cluster * width + stratum, own);
    add(byWeight.score, stratum, own * own * one);
    add(byWeight.square, stratum, own * own * one * one);
  }
  const weightOf = share.map((one, stratum) => one / (weight[stratum] as number));
  /** Each answer against the mean of its own part, over all parts together. */
  const sumLeft = (all: number, { score: sums, count }: typeof ofPeople) => {
    const left = new Float64Array(all);
    sums.forEach((sum, place) => {
      const [given, stratum] = [count[place] as number, place % width];
      if (given > 0)
        add(
          left,
          Math.floor(place / width),
          (weightOf[stratum] as number) * (sum - given * (mean[stratum] as number)),
        );
    });
    return left;
  };
  const byAnswer = byWeight.square.reduce((sum, square, stratum) => {
    const [own, all] = [mean[stratum] as number, strata.squares[stratum] as number];
    const rest = square - 2 * own * (byWeight.score[stratum] as number) + own * own * all;
    return sum + (weightOf[stratum] as number) ** 2 * Math.max(0, rest);
  }, 0);
  return { byPerson: sumLeft(people, ofPeople), byCluster: sumLeft(cases, ofClusters), byAnswer };
}

const noiseOf = ({ mean, share, weight, squares }: Strata): number =>
  mean.reduce(
    (sum, one, at) =>
      sum +
      (share[at] as number) ** 2 * one * (1 - one) * ((squares[at] as number) / (weight[at] as number) ** 2),
    0,
  );

/** What resampling people and cases together comes to on the average (Owen 2007): more than there is. */
export const pigeonholeVariance = ({ answers, people, clusters, ...squares }: TwoWaySpread): number =>
  (squares.byAnswer + squares.byPerson * (1 - 1 / clusters) + squares.byCluster * (1 - 1 / people)) /
  answers ** 2;
