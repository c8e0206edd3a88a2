import { hasEnoughData, minForClaim } from "#lib/metrics/claim.ts";
import { groupedShare, type GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { splitByPart } from "#lib/metrics/grouped/parts.ts";
import { chooseLongest, mcqFigures, type McqFigures } from "#lib/metrics/scores/mcq-figures.ts";
import { mcqTypes } from "#lib/metrics/scores/mcq-reward.ts";
import { withhold } from "#lib/study-results/interim-policy.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { CaseRow, RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { selectAnswers, type Selection } from "#lib/study-results/rows/selection.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { numberGroups } from "#lib/study-results/kinds/origins.ts";

/** Whose answers: people's, or a run's. */
export type McqRow = {
  /** Null for people. */
  run: RunRow | null;
  n: number;
  people: number;
  cases: number;
  /** Without answers that name no option, and with them as the reference code scores them. */
  ours: McqFigures;
  asPublished: McqFigures;
  /** Accuracy by how much of the person there was to train on; no parts where cases don't say. */
  byTraining: readonly GroupedMean[];
};

export type McqTable = {
  types: readonly string[];
  /** Whether all types are those that the reward is defined for. */
  hasReward: boolean;
  places: number;
  /** What the parts of `byTraining` hold: from so many pairs to so many. */
  training: readonly { from: number; to: number }[];
  rows: readonly McqRow[];
};

/** Of a few people, or a few cases, nothing is told. */
export const hasEnoughAnswers = ({ run, n: answers, people, cases }: McqRow): boolean =>
  run === null ? hasEnoughData({ answers, people, cases }) : answers >= minForClaim.cases;

/** Nor of a few answers in a part. */
export const hasEnoughInPart = (row: McqRow, part: GroupedMean): boolean =>
  hasEnoughAnswers(row) && part.n >= minForClaim[row.run === null ? "answers" : "cases"];

/** The attribute that says how much of a person there was to train on. */
const trainingKey = "training_pairs";
const maxParts = 4;
const correct = mcqTypes[0];

const typesOf = ({ noted }: CaseRow): readonly string[] => noted as readonly string[];

/** Answers to questions whose options have types, by people and by every run, where it is known what is right. */
export const computeMcq = (rows: StudyRows, view: View): McqTable | null =>
  memoize(rows, `mcq ${viewKey(view)}`, () => {
    const selection = selectAnswers(rows, view);
    if (selection.answers.length === 0) return null;
    const counted = [...selection.cases].map((at) => rows.cases[at] as CaseRow);
    const wrong = new Set(counted.flatMap((row) => typesOf(row).filter((_, option) => option !== row.gold)));
    const types = [
      correct,
      ...Array.from(wrong)
        .filter((type) => type !== correct)
        .sort(),
    ];
    const training = cutTraining(counted);
    const make = (run: RunRow | null, taken: AnswerColumns) =>
      computeRow(rows, { run, types, training }, taken);
    return withhold(rows, view.who, {
      types,
      hasReward: types.every((type) => (mcqTypes as readonly string[]).includes(type)),
      places: Math.max(...counted.map(({ optionNames }) => optionNames.length)),
      training,
      rows: [
        make(null, takeOfPeople(selection)),
        // The cases were chosen by what this one got wrong.
        ...rows.runs
          .filter(({ apart }) => apart !== "selecting")
          .map((run) => make(run, takeOfRun(selection, run))),
      ].filter(({ n, ours }) => n + ours.malformed > 0),
    });
  });

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

type RowContext = { run: RunRow | null; types: readonly string[]; training: McqTable["training"] };

function computeRow(
  rows: StudyRows,
  { run, types, training }: RowContext,
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
    chosen: Int32Array.from(
      list((row, i) =>
        choice[i] === -1
          ? -1
          : types.indexOf(isRight(i) ? correct : (typesOf(row)[choice[i] as number] ?? "")),
      ),
    ),
    rightPlace: Int32Array.from(list(({ gold }) => gold ?? 0)),
    longest: Float64Array.from(
      list(({ optionNames, gold }) =>
        chooseLongest(
          optionNames.map((name) => name.length),
          gold ?? 0,
        ),
      ),
    ),
  };
  const ours = mcqFigures(answers, "left_out");
  const formed = [...caseOf.keys()].filter((i) => choice[i] !== -1);
  const right = {
    value: Float64Array.from(formed, (i) => Number(isRight(i))),
    group: Int32Array.from(formed, (i) => group[i] as number),
    rater: rater && Int32Array.from(formed, (i) => rater[i] as number),
  };
  const part = Int32Array.from(formed, (i) => partOf(training, trainingOf(rowOf(i))));
  return {
    run,
    n: formed.length,
    people: rater ? new Set(rater).size : 0,
    cases: new Set(caseOf).size,
    ours,
    asPublished: mcqFigures(answers, "as_public_code"),
    byTraining: splitByPart(right, part, training.length).map((values) => groupedShare(values)),
  };
}

function trainingOf({ attributes }: CaseRow): number | null {
  const given = attributes?.[trainingKey];
  return given !== undefined && /^\d+$/.test(given) ? Number(given) : null;
}

const partOf = (parts: McqTable["training"], pairs: number | null): number =>
  pairs === null ? -1 : parts.findIndex(({ from, to }) => pairs >= from && pairs <= to);

/** A part for each amount where they are few, else parts of about as many cases. */
function cutTraining(cases: readonly CaseRow[]): McqTable["training"] {
  const all = cases.flatMap((row) => trainingOf(row) ?? []).sort((a, b) => a - b);
  const amounts = [...new Set(all)];
  if (amounts.length < 2) return [];
  if (amounts.length <= maxParts) return amounts.map((from) => ({ from, to: from }));
  const ends = [
    ...new Set(
      Array.from(
        { length: maxParts },
        (_, i) => all[Math.ceil((all.length * (i + 1)) / maxParts) - 1] as number,
      ),
    ),
  ];
  return ends.map((to, i) => ({
    from: amounts.find((one) => i === 0 || one > (ends[i - 1] as number)) as number,
    to,
  }));
}
