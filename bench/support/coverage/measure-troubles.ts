import {
  prepareStudies,
  type CoverageDesign,
  type DrawnStudy,
} from "#bench/support/coverage/drawn-studies.ts";
import { holds, pointsFigure, shareFigure, widthOf } from "#bench/support/coverage/shares.ts";
import type { Figure } from "#bench/support/figure.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
import { gapInterval, measureGap, weighPeople } from "#lib/metrics/two-way/gap.ts";
import { keepAnswers } from "#lib/metrics/two-way/input.ts";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";

const SEED = 7301;
const fifty = { design: "same" as const, people: 20, casesPerPerson: 50 };
const twenty = { design: "same" as const, people: 100, casesPerPerson: 20 };
const [ninety, ceiling] = [0.9, 0.97];
const GUESS = 0.25;

type Share = () => number;
/** A score that is missing is NaN. */
type Disturbance = (study: DrawnStudy, share: Share) => DrawnStudy;
type Trouble = readonly [
  what: string,
  design: CoverageDesign,
  /** What people's accuracy comes to over all people and cases like these, the troubled ones included: the model's, too. */
  truth: number,
  /** The model's, before anything is disturbed. */
  model: number,
  disturb: Disturbance,
];

/** Cases that nobody can get right: impossible ones, or ones with another than the right answer as theirs. */
const impossible = (part: number) => (study: DrawnStudy, share: Share) => {
  const isOut = Uint8Array.from({ length: study.input.cases }, () => (share() < part ? 1 : 0));
  const { input, models } = study;
  return {
    input: { ...input, score: input.score.map((one, i) => (isOut[input.case[i] as number] === 1 ? 0 : one)) },
    models: models.map((scores) => scores.map((one, at) => (isOut[at] === 1 ? 0 : one))),
  };
};

/** Cases far harder than the rest: most who would be right there are not. */
const hard = (part: number, kept: number) => (study: DrawnStudy, share: Share) => {
  const { input, models } = study;
  const isHard = Uint8Array.from({ length: input.cases }, () => (share() < part ? 1 : 0));
  const keep = (one: number, at: number) => (isHard[at] === 1 && share() >= kept ? 0 : one);
  return {
    input: { ...input, score: input.score.map((one, i) => keep(one, input.case[i] as number)) },
    models: models.map((scores) => scores.map(keep)),
  };
};

/** People who choose without reading. The model is as good as the average of everybody. */
const clickers = (part: number) => (study: DrawnStudy, share: Share) => {
  const { input } = study;
  const isOut = Uint8Array.from({ length: input.people }, () => (share() < part ? 1 : 0));
  const click = () => (share() < GUESS ? 1 : 0);
  return {
    ...study,
    input: {
      ...input,
      score: input.score.map((one, i) => (isOut[input.person[i] as number] === 1 ? click() : one)),
    },
  };
};

/** What would have been wrong is left out, or passed, more often. */
const passing = (part: number) => (study: DrawnStudy, share: Share) => {
  const { input } = study;
  const score = input.score.map((one) => (one === 0 && share() < part ? NaN : one));
  return { ...study, input: { ...input, score } };
};

/** Who does worse stops sooner: after as many cases as the share of right ones among all of theirs, to this power. */
const stopping = (power: number) => (study: DrawnStudy) => {
  const { input } = study;
  const all = new Float64Array(input.people);
  const right = new Float64Array(input.people);
  input.person.forEach((one, i) => {
    all[one] = (all[one] as number) + 1;
    right[one] = (right[one] as number) + (input.score[i] as number);
  });
  const seen = new Float64Array(input.people);
  const score = input.score.map((value, i) => {
    const one = input.person[i] as number;
    seen[one] = (seen[one] as number) + 1;
    const ability = (right[one] as number) / (all[one] as number);
    return (seen[one] as number) <= (all[one] as number) * ability ** power ? value : NaN;
  });
  return { ...study, input: { ...input, score } };
};

const at = (accuracy: number, design: typeof fifty | typeof twenty = fifty) => ({ ...design, accuracy });
const impossibles = "2 % of the cases impossible or mis-keyed";
const clicking = "5 % of the people click without reading";
const clicked = (accuracy: number) => 0.95 * accuracy + 0.05 * GUESS;

const troubles: readonly Trouble[] = [
  [`${impossibles}, 20 × the same 50 at 97 %`, at(ceiling), 0.98 * ceiling, ceiling, impossible(0.02)],
  [
    `${impossibles}, 100 × the same 20 at 97 %`,
    at(ceiling, twenty),
    0.98 * ceiling,
    ceiling,
    impossible(0.02),
  ],
  [`${impossibles}, 20 × the same 50 at 90 %`, at(ninety), 0.98 * ninety, ninety, impossible(0.02)],
  [
    "heavy tails: 5 % of the cases a quarter as often right, 20 × the same 50 at 97 %",
    at(ceiling),
    (1 - 0.05 * 0.75) * ceiling,
    ceiling,
    hard(0.05, 0.25),
  ],
  [`${clicking}, 20 × the same 50 at 90 %`, at(ninety), clicked(ninety), clicked(ninety), clickers(0.05)],
  [`${clicking}, 20 × the same 50 at 97 %`, at(ceiling), clicked(ceiling), clicked(ceiling), clickers(0.05)],
  [
    "half of what would be wrong passed or left out, 20 × the same 50 at 90 %",
    at(ninety),
    ninety,
    ninety,
    passing(0.5),
  ],
  [
    "who does worse stops sooner (the cube of one's share), 20 × the same 50 at 90 %",
    at(ninety),
    ninety,
    ninety,
    stopping(3),
  ],
];

/** Where no formula can hold what it says, by how much it doesn't; and whether bounds that count what is missing do. */
export const measureTroubles = (studies: number): Figure[] =>
  troubles.flatMap((trouble) => measureTrouble(trouble, studies));

function measureTrouble([what, design, truth, model, disturb]: Trouble, studies: number): Figure[] {
  const draw = prepareStudies(design, [model], SEED);
  const sums = { people: 0, width: 0, bounds: 0, peopleAhead: 0, modelAhead: 0, missing: 0 };
  for (let stream = 0; stream < studies; stream++) {
    const next = wholeNumbers(SEED + 1, stream);
    const { input, models } = disturb(draw(stream), () => toShare(next()));
    const isMissing = (i: number) => Number.isNaN(input.score[i]);
    const weighed = weighPeople(keepAnswers(input, (i) => !isMissing(i)));
    const gap = weighed && measureGap(weighed, models[0] as Float64Array);
    if (!gap) continue;
    const [people, difference] = [peopleInterval(gap.people), gapInterval(gap)];
    sums.width += widthOf(people);
    if (holds(people, truth)) sums.people += 1;
    if ((difference.low ?? 0) > 0) sums.peopleAhead += 1;
    if ((difference.high ?? 0) < 0) sums.modelAhead += 1;
    sums.missing += input.score.length - gap.people.answers;
    const meanWith = (as: number) =>
      input.score.reduce((sum, one, i) => sum + (isMissing(i) ? as : one), 0) / input.score.length;
    if (holds({ low: meanWith(0), high: meanWith(1) }, truth)) sums.bounds += 1;
  }
  const ofMissing = [
    shareFigure("answers that are missing", sums.missing / (design.people * design.casesPerPerson), studies),
    shareFigure("the shares with them wrong, and right, have it between them", sums.bounds, studies),
  ];
  return [
    { what, value: studies, unit: "studies" },
    shareFigure("people’s interval holds the truth", sums.people, studies),
    pointsFigure("  its mean width", sums.width, studies),
    ...(sums.missing > 0 ? ofMissing : []),
    shareFigure("people are told to be ahead, and aren’t", sums.peopleAhead, studies),
    shareFigure("the model is told to be ahead, and isn’t", sums.modelAhead, studies),
  ];
}
