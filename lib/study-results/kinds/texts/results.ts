import { z } from "zod";
import { chooseLongest, mcqFigures } from "#lib/metrics/scores/mcq-figures.ts";
import { count, figure, reason } from "#lib/study-results/figure-schemas.ts";
import type { StudyRows, CaseRow, RunRow } from "#lib/study-results/rows/rows.ts";
import { type View, viewKey } from "#lib/study-results/schema.ts";
import { clustered } from "#lib/study-results/kinds/series.ts";
import { only } from "#lib/study-results/kinds/judged/only.ts";
import { withhold } from "#lib/study-results/interim-policy.ts";
import {
  listDecided,
  selectAnswers,
  selectThese,
  type Selection,
} from "#lib/study-results/rows/selection.ts";
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

const format = z.object({
  options: count.describe("How many options each of its questions has"),
  intervals: z
    .literal(clustered)
    .describe(
      "Over groups of cases, and those of people over people as well; not as those of accuracy elsewhere",
    ),
  types: z.array(z.string()),
  guessing: z
    .array(figure)
    .describe("The share of each type if options are chosen blindly, each case counting once"),
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
});

export const typedOptionResults = z
  .array(format)
  .describe(
    "Of studies of typed options with right ones: accuracy, reward and shares of types, each format by itself. Questions with equally many options are one format, apart from those whose types have no reward",
  );

type Format = z.output<typeof format>;
export type McqMean = z.output<typeof mean>;
/** Whose answers: people's, or a run's. */
export type McqRow = Format["answered"][number];
export type McqTable = Format & {
  /** Whether all types are those that the reward is defined for. */
  hasReward: boolean;
};

/** What the document has of it; nothing where nobody has answered a case whose right option is known. */
export const renderTypedOptions = (rows: StudyRows, view: View): Format[] =>
  computeMcq(rows, view).map((table) => only(format, table));

type TypedCase = Pick<CaseRow, "noted">;

/** Guessing is right equally often in all questions of a format; types that have a reward are the same few everywhere. */
export function formatOf(row: TypedCase): string {
  const types = typesOf(row);
  return `${types.length} ${areRewarded(types) ? "rewarded" : "others"}`;
}

type FormatPart<Of> = { key: string; options: number; members: Of[] };

/** Those with the fewest options first. */
export const byFormat = <Of>(all: Iterable<Of>, rowOf: (one: Of) => TypedCase): FormatPart<Of>[] =>
  Array.from(
    Map.groupBy(all, (one) => formatOf(rowOf(one))),
    ([key, members]) => ({ key, members, options: typesOf(rowOf(members[0] as Of)).length }),
  ).sort((a, b) => a.options - b.options || (a.key > b.key ? -1 : 1));

export type ChosenType = {
  type: string;
  chosen: number;
  /** Of all choices. */
  share: McqMean;
  /** The share that choosing blindly would give it. */
  guessing: number;
};
/** Over so many choices, in so many cases of one format. */
export type ChosenTypes = {
  options: number;
  n: number;
  people: number;
  cases: number;
  groups: number;
  types: readonly ChosenType[];
};

/**
 * How often options of each type were chosen, in whatever cases a view counts; the most chosen first. Nothing where the right
 * answer is known of all these: then it is the share of each type that everybody has.
 */
export function countChosenTypes(rows: StudyRows, view: View): readonly ChosenTypes[] {
  const { case: caseOf, person } = rows.answers;
  const rowAt = (i: number) => rows.cases[caseOf[i] as number] as CaseRow;
  const decided = listDecided(rows, view);
  if (decided.every((i) => rowAt(i).gold !== null)) return [];
  const { groupOf } = numberGroups(rows, [...rows.cases.keys()]);
  const made = byFormat(decided, rowAt).map(({ options, members }): ChosenTypes => {
    const cases = Int32Array.from(members, (i) => caseOf[i] as number);
    const group = cases.map((at) => groupOf[at] as number);
    const rater = Int32Array.from(members, (i) => person[i] as number);
    const chosen = members.map((i) => typesOf(rowAt(i))[rows.answers.choice[i] as number]);
    const types = [...new Set(members.flatMap((i) => typesOf(rowAt(i))))].map((type): ChosenType => ({
      type,
      chosen: chosen.filter((one) => one === type).length,
      share: groupedShare({
        value: Float64Array.from(chosen, (one) => Number(one === type)),
        group,
        rater,
      }),
      guessing: guess(members.map(rowAt), (row) => typesOf(row).map((one) => one === type)),
    }));
    return {
      options,
      n: members.length,
      people: new Set(rater).size,
      cases: new Set(cases).size,
      groups: new Set(group).size,
      types: types.sort((a, b) => b.chosen - a.chosen || (a.type < b.type ? -1 : 1)),
    };
  });
  return withhold(rows, view.who, made);
}

/** The share of what is wanted that choosing blindly gets. */
const guess = (cases: readonly CaseRow[], wantedIn: (row: CaseRow) => readonly boolean[]): number =>
  cases.reduce((sum, row) => {
    const wanted = wantedIn(row);
    return sum + wanted.filter(Boolean).length / wanted.length;
  }, 0) / cases.length;

/** Nothing is told of a few answers in a part. */
export const hasEnoughInPart = ({ isClaimable, runId }: McqRow, part: McqMean): boolean =>
  isClaimable && part.n >= minForClaim[runId === null ? "answers" : "cases"];

/** The attribute that says how much of a person there was to train on. */
const trainingKey = "training_pairs";
const maxParts = 4;
const correct = mcqTypes[0];

export const typesOf = ({ noted }: Pick<CaseRow, "noted">): readonly string[] => noted as readonly string[];

/** Answers to questions whose options have types, by people and by every run, where it is known what is right: a table a format. */
export const computeMcq = (rows: StudyRows, view: View): readonly McqTable[] =>
  memoize(rows, `mcq ${viewKey(view)}`, () => {
    const selection = selectAnswers(rows, view);
    return byFormat(selection.cases, (at) => rows.cases[at] as CaseRow).map(({ options, members }) => {
      const own = new Set(members);
      const answers = [...selection.answers].filter((i) => own.has(rows.answers.case[i] as number));
      return withhold(rows, view.who, computeFormat(selectThese(rows, view, answers), options));
    });
  });

function computeFormat(selection: Selection, options: number): McqTable {
  const { rows } = selection;
  const counted = Array.from(selection.cases, (at) => rows.cases[at] as CaseRow);
  const types = listTypes(counted);
  const training = cutTraining(counted);
  const hasReward = areRewarded(types);
  const make = (run: RunRow | null, taken: AnswerColumns) =>
    computeRow(rows, { run, types, training, hasReward }, taken);
  return {
    options,
    intervals: clustered,
    types,
    hasReward,
    guessing: types.map((_, type) =>
      guess(counted, (row) => row.optionNames.map((__, option) => typeChosen(row, types, option) === type)),
    ),
    training,
    answered: [
      make(null, takeOfPeople(selection)),
      // The cases were chosen by what this one got wrong.
      ...rows.runs
        .filter(({ apart }) => apart !== "selecting")
        .map((run) => make(run, takeOfRun(selection, run))),
    ].filter(({ n, leftOut }) => n + leftOut.malformed > 0),
  };
}

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
