import { z } from "zod";
import { chooseLongest, mcqFigures } from "#lib/metrics/scores/mcq-figures.ts";
import { count, figure, reason } from "#lib/study-results/figure-schemas.ts";
import type { StudyRows, CaseRow, RunRow } from "#lib/study-results/rows/rows.ts";
import { type View, viewKey } from "#lib/study-results/schema.ts";
import { only } from "#lib/study-results/kinds/judged/only.ts";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";
import { withhold } from "#lib/study-results/interim-policy.ts";
import { listDecided, selectAnswers, type Selection } from "#lib/study-results/rows/selection.ts";
import { hasEnoughData, minForClaim } from "#lib/metrics/claim.ts";
import { groupedShare } from "#lib/metrics/grouped/grouped-mean.ts";
import { splitByPart } from "#lib/metrics/grouped/parts.ts";
import { mcqTypes } from "#lib/metrics/scores/mcq-reward.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { cutNumbers, numberGroups } from "#lib/study-results/kinds/origins.ts";

// What the document of results says of typed options, for programs: unrounded, and a reason in place of what isn't there.

const mean = z.object({ n: count, groups: count, mean: figure, low: figure, high: figure, reason });

const treatment = z.object({
  malformed: count.describe("Answers that name no option"),
  accuracy: mean,
  reward: mean.nullable().describe("Null where a type has no reward"),
  shares: z.array(mean).describe("Of each type, in the order of “types”"),
  byPlace: z.array(mean).describe("Accuracy by the place of the right option, from the first"),
  longest: mean.describe("Accuracy where the right option is the longest"),
  notLongest: mean.describe("Accuracy where another option is as long or longer"),
  choosingLongest: mean.describe("What always choosing the longest option would have got"),
});

export const typedOptionResults = z
  .object({
    types: z.array(z.string()),
    training: z
      .array(z.object({ from: count, to: count }))
      .describe("Parts of “byTraining”: from so many training pairs to so many; none where cases don’t say"),
    answered: z
      .array(
        z.object({
          runId: z.int().nullable().describe("Null for people"),
          model: z.string().nullable(),
          method: z.string().nullable(),
          version: z.string().nullable(),
          n: count,
          people: count,
          cases: count,
          isClaimable: z
            .boolean()
            .describe("Whether there are enough answers, people and cases for a figure to be told"),
          leftOut: treatment.describe("Answers that name no option are left out"),
          asPublicCode: treatment.describe("They count as wrong, with a reward of −0.5"),
          byTraining: z.array(mean),
        }),
      )
      .describe("People first, then every run over the same cases"),
  })
  .describe("Of studies of typed options with right ones: accuracy, reward and shares of types");

type TypedOptions = z.output<typeof typedOptionResults>;
export type McqMean = z.output<typeof mean>;
/** Whose answers: people's, or a run's. */
export type McqRow = TypedOptions["answered"][number];
export type McqTable = TypedOptions & {
  /** Whether all types are those that the reward is defined for. */
  hasReward: boolean;
  places: number;
};

/** What the document has of it; nothing where nobody has answered a case whose right option is known. */
export function renderTypedOptions(rows: StudyRows, view: View): TypedOptions | null {
  const table = computeMcq(rows, view);
  return table && only(typedOptionResults, table);
}

export type ChosenType = {
  type: string;
  chosen: number;
  /** Of all choices; null without any. */
  share: number | null;
  low: number | null;
  high: number | null;
  /** The share that choosing blindly would give it. */
  guessing: number | null;
};
/** Over so many choices, in so many cases. */
export type ChosenTypes = { n: number; people: number; cases: number; types: readonly ChosenType[] };

/** How often options of each type were chosen, in whatever cases a view counts; the most chosen first. */
export function countChosenTypes(rows: StudyRows, view: View): ChosenTypes {
  const { case: caseOf, choice } = rows.answers;
  const decided = listDecided(rows, view);
  const counts = new Map<string, { chosen: number; guessed: number }>();
  for (const i of decided) {
    const types = (rows.cases[caseOf[i] ?? 0]?.noted ?? []) as readonly string[];
    types.forEach((type, option) => {
      const count = counts.get(type) ?? { chosen: 0, guessed: 0 };
      if (option === choice[i]) count.chosen += 1;
      count.guessed += 1 / types.length;
      counts.set(type, count);
    });
  }
  const n = decided.length;
  const types = [...counts].map(([type, { chosen, guessed }]): ChosenType => {
    const { low, high } = computeInterval(rows, decided, type);
    const share = (of: number) => (n === 0 ? null : of / n);
    return { type, chosen, share: share(chosen), low, high, guessing: share(guessed) };
  });
  const cases = new Set(decided.map((i) => caseOf[i])).size;
  const people = new Set(decided.map((i) => rows.answers.person[i])).size;
  return withhold(rows, view.who, {
    n,
    people,
    cases,
    types: types.sort((a, b) => b.chosen - a.chosen || (a.type < b.type ? -1 : 1)),
  });
}

/** For people and cases like these, as of every share. */
function computeInterval(
  { people, cases, answers }: StudyRows,
  decided: readonly number[],
  type: string,
): Pick<ChosenType, "low" | "high"> {
  const isOfType = (i: number) => {
    const types = (cases[answers.case[i] ?? 0]?.noted ?? []) as readonly string[];
    return types[answers.choice[i] ?? -1] === type;
  };
  const mean = twoWayMean({
    people: people.length,
    cases: cases.length,
    person: Int32Array.from(decided, (i) => answers.person[i] as number),
    case: Int32Array.from(decided, (i) => answers.case[i] as number),
    score: Float64Array.from(decided, (i) => (isOfType(i) ? 1 : 0)),
  });
  return mean ? peopleInterval(mean) : { low: null, high: null };
}

/** Nothing is told of a few answers in a part. */
export const hasEnoughInPart = ({ isClaimable, runId }: McqRow, part: McqMean): boolean =>
  isClaimable && part.n >= minForClaim[runId === null ? "answers" : "cases"];

/** The attribute that says how much of a person there was to train on. */
const trainingKey = "training_pairs";
const maxParts = 4;
const correct = mcqTypes[0];

export const typesOf = ({ noted }: Pick<CaseRow, "noted">): readonly string[] => noted as readonly string[];

/** Answers to questions whose options have types, by people and by every run, where it is known what is right. */
export const computeMcq = (rows: StudyRows, view: View): McqTable | null =>
  memoize(rows, `mcq ${viewKey(view)}`, () => {
    const selection = selectAnswers(rows, view);
    if (selection.answers.length === 0) return null;
    const counted = [...selection.cases].map((at) => rows.cases[at] as CaseRow);
    const types = listTypes(counted);
    const training = cutTraining(counted);
    const hasReward = areRewarded(types);
    const make = (run: RunRow | null, taken: AnswerColumns) =>
      computeRow(rows, { run, types, training, hasReward }, taken);
    return withhold(rows, view.who, {
      types,
      hasReward,
      places: Math.max(...counted.map(({ optionNames }) => optionNames.length)),
      training,
      answered: [
        make(null, takeOfPeople(selection)),
        // The cases were chosen by what this one got wrong.
        ...rows.runs
          .filter(({ apart }) => apart !== "selecting")
          .map((run) => make(run, takeOfRun(selection, run))),
      ].filter(({ n, leftOut }) => n + leftOut.malformed > 0),
    });
  });

/** Of cases of which it is known what is right: that comes first. */
export function listTypes(cases: readonly Pick<CaseRow, "noted" | "gold">[]): string[] {
  const wrong = new Set(cases.flatMap((row) => typesOf(row).filter((_, option) => option !== row.gold)));
  return [
    correct,
    ...Array.from(wrong)
      .filter((type) => type !== correct)
      .sort(),
  ];
}

export const areRewarded = (types: readonly string[]): boolean =>
  types.every((type) => (mcqTypes as readonly string[]).includes(type));

/** By answer: the case, who gave it, and which option; -1 where it names none. */
type AnswerColumns = { case: Int32Array; choice: Int32Array; rater: Int32Array | null };

function takeOfPeople({ rows: { answers }, answers: counted }: Selection): AnswerColumns {
  return {
    case: counted.map((i) => answers.case[i] as number),
    choice: counted.map((i) => answers.choice[i] as number),
    rater: counted.map((i) => answers.person[i] as number),
  };
}

/** Over exactly the cases that people answered; what is missing altogether is neither right nor malformed. */
function takeOfRun({ cases }: Selection, { predictions: { choice, failed } }: RunRow): AnswerColumns {
  const given = cases.filter((at) => choice[at] !== -1 || failed[at] === 1);
  return { case: given, choice: given.map((at) => choice[at] as number), rater: null };
}

type RowContext = Pick<McqTable, "types" | "training" | "hasReward"> & { run: RunRow | null };

function computeRow(
  rows: StudyRows,
  { run, types, training, hasReward }: RowContext,
  { case: caseOf, choice, rater }: AnswerColumns,
): McqRow {
  const rowOf = (i: number) => rows.cases[caseOf[i] as number] as CaseRow;
  const { groupOf } = numberGroups(rows, [...rows.cases.keys()]);
  const list = (of: (row: CaseRow, i: number) => number) => Array.from(caseOf, (_, i) => of(rowOf(i), i));
  const group = Int32Array.from(caseOf, (at) => groupOf[at] as number);
  const isRight = (i: number) => choice[i] === rowOf(i).gold;
  const answers = {
    types,
    group,
    rater,
    chosen: Int32Array.from(list((row, i) => typeChosen(row, types, choice[i] as number))),
    rightPlace: Int32Array.from(list(({ gold }) => gold ?? 0)),
    longest: Float64Array.from(list(longestOf)),
  };
  const treat = (way: Parameters<typeof mcqFigures>[1]) => {
    const { reward, shares, byPlace, ...figures } = mcqFigures(answers, way);
    return { ...figures, reward: hasReward ? reward : null, shares: [...shares], byPlace: [...byPlace] };
  };
  const formed = [...caseOf.keys()].filter((i) => choice[i] !== -1);
  const right = {
    value: Float64Array.from(formed, (i) => Number(isRight(i))),
    group: Int32Array.from(formed, (i) => group[i] as number),
    rater: rater && Int32Array.from(formed, (i) => rater[i] as number),
  };
  const part = Int32Array.from(formed, (i) => partOf(training, trainingOf(rowOf(i))));
  const n = formed.length;
  const counts = { n, people: rater ? new Set(rater).size : 0, cases: new Set(caseOf).size };
  return {
    runId: run?.id ?? null,
    model: run?.model ?? null,
    method: run?.method ?? null,
    version: run?.version ?? null,
    ...counts,
    // Of a few people, or a few cases, nothing is told.
    isClaimable: run ? n >= minForClaim.cases : hasEnoughData({ ...counts, answers: n }),
    leftOut: treat("left_out"),
    asPublicCode: treat("as_public_code"),
    byTraining: splitByPart(right, part, training.length).map((values) => groupedShare(values)),
  };
}

/** The place of the chosen option's type; -1 where none was named. */
export const typeChosen = (
  row: Pick<CaseRow, "noted" | "gold">,
  types: readonly string[],
  choice: number,
): number =>
  choice === -1 ? -1 : types.indexOf(choice === row.gold ? correct : (typesOf(row)[choice] ?? ""));

/** What choosing the longest option would get. */
export const longestOf = ({ optionNames, gold }: Pick<CaseRow, "optionNames" | "gold">): number =>
  chooseLongest(
    optionNames.map((name) => name.length),
    gold ?? 0,
  );

export function trainingOf({ attributes }: Pick<CaseRow, "attributes">): number | null {
  const given = attributes?.[trainingKey];
  return given !== undefined && /^\d+$/.test(given) ? Number(given) : null;
}

export const partOf = (parts: McqTable["training"], pairs: number | null): number =>
  pairs === null ? -1 : parts.findIndex(({ from, to }) => pairs >= from && pairs <= to);

export const cutTraining = (cases: readonly Pick<CaseRow, "attributes">[]): McqTable["training"] =>
  cutNumbers(
    cases.flatMap((row) => trainingOf(row) ?? []),
    maxParts,
  );
