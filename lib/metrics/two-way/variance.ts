import { checkTwoWay, clusterAt, type TwoWayInput } from "#lib/metrics/two-way/input.ts";
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

/** What a variance by clusters lacks because there are few of them. */
type SmallSample = {
  /** By cluster, of the square of what is left of it; 0 where nobody answered it. */
  readonly correction: Float64Array;
  readonly df: number;
};

/** Cases that each stand for themselves are about equally often answered: by how many there are in a stratum. */
function correctCases({ case: caseOf, cases }: TwoWayInput, { of, clusters }: Strata): SmallSample {
  const correction = new Float64Array(cases);
  for (const at of caseOf) {
    const count = clusters[of[at] as number] as number;
    // One alone lacks nothing: what varies there isn't known at all.
    correction[at] = count > 1 ? count / (count - 1) : 1;
  }
  return { correction, df: clusters.reduce((sum, count) => sum + count - 1, 0) };
}

/** By cluster, in their order, how much of each stratum's answers are to it. */
function shareOut(
  input: TwoWayInput,
  { count, of, weight, answerWeight }: Strata,
): readonly (readonly [number, Float64Array])[] {
  const given = new Map<number, Float64Array>();
  for (const [i, at] of input.case.entries()) {
    const cluster = clusterAt(input, at);
    const own = given.get(cluster) ?? new Float64Array(count);
    given.set(cluster, own);
    add(own, of[at] as number, answerWeight[input.person[i] as number] as number);
  }
  return [...given]
    .toSorted(([a], [b]) => a - b)
    .map(([cluster, own]) => [cluster, own.map((one, stratum) => one / (weight[stratum] as number))]);
}

/**
 * Works are unequally large, and reach across strata. What is left of one is what it adds to the mean, less its part of what
 * all add in its strata: so much of the variance of equal effects is missing there, and is put back. Degrees of freedom are
 * counted by the number of equal works that would weigh as these do (Carter, Schnepel and Steigerwald 2017), less one for
 * each group of strata that has no work in common with another. Of equal works in one stratum both are the usual ones.
 */
function correctWorks(input: TwoWayInput, strata: Strata): SmallSample {
  const { share } = strata;
  const parts = shareOut(input, strata);
  const added = (own: Float64Array) => share.reduce((sum, one, at) => sum + one * (own[at] as number), 0);
  /** Of the parts of works that two strata have in common. */
  const common = Array.from(share, (_, s) =>
    Array.from(share, (__, t) =>
      parts.reduce((sum, [, own]) => sum + (own[s] as number) * (own[t] as number), 0),
    ),
  );
  const correction = new Float64Array(input.cases);
  let squares = 0;
  for (const [work, own] of parts) {
    const whole = added(own) ** 2;
    let left =
      whole - 2 * added(own) * share.reduce((sum, one, at) => sum + one * (own[at] as number) ** 2, 0);
    for (const [s, row] of common.entries())
      for (const [t, both] of row.entries())
        left += (share[s] as number) * (share[t] as number) * (own[s] as number) * (own[t] as number) * both;
    correction[work] = left > 1e-12 * whole ? whole / left : 1;
    squares += whole;
  }
  return { correction, df: Math.max(1, 1 / squares - countApart(common)) };
}

/** Into how many groups strata fall that have no work in common. */
function countApart(common: readonly (readonly number[])[]): number {
  const group = [...common.keys()];
  for (const [s, row] of common.entries())
    for (const [t, both] of row.entries()) if (both > 0) join(group, s, t);
  return new Set(group).size;
}

function join(group: number[], s: number, t: number): void {
  const [kept, gone] = [group[s] as number, group[t]];
  for (const [at, one] of group.entries()) if (one === gone) group[at] = kept;
}
