import { listOddsFactors, marginalAccuracy, toStep } from "#lib/metrics/power/difficulty.ts";
import { layOutAnswers, type LayoutInput } from "#lib/metrics/power/layout.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";

/** In log-odds: what people differ by, what cases do, and the works that cases come from. */
export const spreads = { person: 0.5, case: 1, work: 0.7 };
/** By how much cases of the easiest track are easier than those in the middle, and these than the hardest. */
const TRACK_STEP = 0.8;

export type CoverageDesign = LayoutInput & {
  /** Of people, over all people and cases like these. */
  accuracy: number;
  /** So many of one size, whose cases are in every track; or the sizes of each. */
  works?: number | readonly number[];
  /** What works differ by, where it isn't the usual. */
  workSpread?: number;
  tracks?: number;
};

/** One study as it might come out. */
export type DrawnStudy = { input: TwoWayInput; models: readonly Float64Array[] };

/** Studies of one design, each with models of these accuracies, for whom cases are as hard as for people. */
export function prepareStudies(design: CoverageDesign, modelAccuracies: readonly number[], seed: number) {
  const layout = layOutAnswers(design);
  const { people, cases, answers, casesPerPerson, setOf, setCases } = layout;
  const { tracks = 1 } = design;
  const workOf = assignWorks(design.works ?? cases, cases);
  const works = Math.max(...workOf) + 1;
  const person = Int32Array.from({ length: answers }, (_, i) => Math.floor(i / casesPerPerson));
  const caseOf = person.map(
    (one, i) => setCases[(setOf[one] as number) * casesPerPerson + (i % casesPerPerson)] as number,
  );
  const stratumOf = tracks === 1 ? null : Int32Array.from({ length: cases }, (_, at) => at % tracks);
  const clusterOf = works === cases ? null : workOf;

  const ofPeople = listOddsFactors(spreads.person);
  const ofCases = listOddsFactors(spreads.case);
  const workSpread = clusterOf ? (design.workSpread ?? spreads.work) : 0;
  const ofWorks = listOddsFactors(workSpread);
  const ofTracks = spaceTracks(tracks);
  const between = Math.hypot(spreads.case, workSpread);
  const odds = solveOver(ofTracks, design.accuracy, listOddsFactors(Math.hypot(between, spreads.person)));
  const modelOdds = modelAccuracies.map((own) => solveOver(ofTracks, own, listOddsFactors(between)));

  return (stream: number): DrawnStudy => {
    const next = wholeNumbers(seed, stream);
    const drawFrom = (factors: Float64Array) => factors[toStep(next())] as number;
    const isRight = (wrongOdds: number) => (toShare(next()) * (1 + wrongOdds) < 1 ? 1 : 0);
    const workFactors = Float64Array.from({ length: works }, () => drawFrom(ofWorks));
    const hardness = Float64Array.from(
      { length: cases },
      (_, at) =>
        drawFrom(ofCases) * (workFactors[workOf[at] as number] as number) * (ofTracks[at % tracks] as number),
    );
    const able = Float64Array.from({ length: people }, () => odds * drawFrom(ofPeople));
    const score = new Float64Array(answers);
    for (let i = 0; i < answers; i++)
      score[i] = isRight((able[person[i] as number] as number) * (hardness[caseOf[i] as number] as number));
    return {
      input: { people, cases, person, case: caseOf, score, stratumOf, clusterOf },
      models: modelOdds.map((own) => hardness.map((factor) => isRight(own * factor))),
    };
  };
}

const assignWorks = (works: number | readonly number[], cases: number): Int32Array =>
  typeof works === "number"
    ? Int32Array.from({ length: cases }, (_, at) => at % works)
    : Int32Array.from(works.flatMap((size, work) => Array<number>(size).fill(work)));

const spaceTracks = (count: number) =>
  Float64Array.from({ length: count }, (_, at) => Math.exp(TRACK_STEP * (at - (count - 1) / 2)));

/** The odds of a wrong answer in the middle track with which the accuracy over all tracks comes out. */
function solveOver(tracks: Float64Array, accuracy: number, factors: Float64Array): number {
  let [low, high] = [1e-9, 1e9];
  const reached = (odds: number) =>
    tracks.reduce((sum, track) => sum + marginalAccuracy(odds * track, factors), 0) / tracks.length;
  for (let halving = 0; halving < 80; halving++) {
    const middle = Math.sqrt(low * high);
    if (reached(middle) > accuracy) low = middle;
    else high = middle;
  }
  return Math.sqrt(low * high);
}
