import { hasFailed } from "#lib/sittings/schema.ts";
import type { StoredPerson, StoredAnswer } from "#lib/study-results/rows/answers-queries.ts";
import { findExclusions } from "#lib/study-results/rows/exclusions.ts";
import {
  mainScores,
  type CaseRow,
  type PersonRow,
  type StudyRows,
  type AnswerColumns,
  type Measures,
} from "#lib/study-results/rows/rows.ts";
import { isInterim } from "#lib/study-results/schema.ts";
import { kindNames, type KindName, kindOf } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

type Parts = Pick<StudyRows, "stamp" | "study" | "tracks" | "cases" | "runs" | "frame"> & {
  answers: ReadonlyMap<string, StoredPerson>;
};

/** In the order of their tracks; a study without cases is of the first kind of all. */
export function kindsOfCases(cases: readonly CaseRow[]): [KindName, ...KindName[]] {
  const [first = kindNames[0], ...others] = new Set(cases.map(({ kind }) => kind));
  return [first, ...others];
}

/** Lays out what was read in columns, and holds every answer against the right one; where there are several kinds, all together. */
export function assembleRows({ answers: stored, ...parts }: Parts): StudyRows {
  const { study, cases } = parts;
  const kinds = kindsOfCases(cases);
  const sitters = [...stored.values()];
  const { columns, firstOf } = layOutAnswers(sitters, kinds, cases);
  const people = sitters.map((person, i) => {
    const [from = 0, to = 0] = [firstOf[i], firstOf[i + 1]];
    return describe(person, { columns, from, to }, cases, study);
  });
  const has = (isSimulated: boolean) => sitters.some((person) => person.isSimulated === isSimulated);
  const cohorts = new Set(people.flatMap(({ cohort }) => cohort ?? []));
  return {
    ...parts,
    kind: kinds[0],
    kinds,
    cohorts: [...cohorts].sort(),
    has: { people: has(false), simulated: has(true) },
    people,
    answers: columns,
    firstOf,
  };
}

function describe(
  { answers: _answers, revisions: _revisions, isSimulated, excludedReason, ...person }: StoredPerson,
  { columns, from, to }: AnswerSlice,
  cases: readonly CaseRow[],
  study: StudyRows["study"],
): PersonRow {
  const places = Array.from({ length: to - from }, (_, i) => from + i);
  const isCheck = (i: number) => cases[columns.case[i] ?? 0]?.stratum === "attention";
  const scores = mainScores(columns);
  const checks = places.flatMap((i) => (isCheck(i) && !Number.isNaN(scores[i]) ? [scores[i]] : []));
  const counted = places.filter((i) => !isCheck(i));
  const given = counted.filter((i) => columns.decided[i] === 1);
  // Without a script, time is not known.
  const times = given.map((i) => columns.activeMs[i] ?? 0).filter((ms) => ms > 0);
  // The simulated claim the time that people would take.
  const arrivals = isSimulated ? [] : given.map((i) => columns.arrivedMs[i] ?? NaN).filter((ms) => ms >= 0);
  const passed = checks.filter((score) => score === 1).length;
  const failed = checks.length - passed;
  const exclusions = findExclusions(
    {
      isSubmitted: person.state === "submitted",
      isRunning: isInterim(study),
      failedChecks: failed,
      failedComprehension: hasFailed(person.tries ?? []),
      pace: { times, arrivals },
      answered: { count: given.length, of: counted.length },
      byHand: excludedReason === null ? null : { note: excludedReason },
    },
    study.design.rules,
  );
  const isTimed = given.length > 0 && times.length === given.length;
  return {
    ...person,
    who: isSimulated ? "simulated" : "people",
    exclusions,
    checks: { passed, failed },
    answered: given.length,
    passed: counted.filter((i) => columns.cannotRead[i] === 1).length,
    activeMs: person.activeMs ?? (isTimed ? times.reduce((sum, ms) => sum + ms, 0) : null),
  };
}

/** Those of one person, in columns that hold others' too: as nothing changed, they are copied and not read again. */
export type AnswerSlice = { columns: AnswerColumns; from: number; to: number };

/** The answers of each person one after the other, and where each begins. */
function layOutAnswers(
  people: readonly Pick<StoredPerson, "answers">[],
  kinds: readonly KindName[],
  cases: readonly CaseRow[],
): { columns: AnswerColumns; firstOf: Int32Array } {
  const indexOf = new Map(cases.map(({ id }, i) => [id, i]));
  // Practice isn't among the cases.
  const parts = people.map(({ answers }) =>
    isSlice(answers) ? answers : answers.filter(({ studyCaseId }) => indexOf.has(studyCaseId)),
  );
  const sizes = parts.map((part) => (isSlice(part) ? part.to - part.from : part.length));
  const columns = makeColumns(
    sizes.reduce((sum, size) => sum + size, 0),
    Math.max(...kinds.map((kind) => serverKindOf(kind).measures.length)),
  );
  const firstOf = new Int32Array(people.length + 1);
  let at = 0;
  parts.forEach((part, person) => {
    firstOf[person] = at;
    const size = sizes[person] ?? 0;
    if (isSlice(part)) copyAnswers(part, columns, at);
    else
      part.forEach((answer, i) => {
        const caseIndex = indexOf.get(answer.studyCaseId) ?? 0;
        const row = cases[caseIndex];
        if (row) writeAnswer(columns, at + i, answer, { kind: row.kind, caseIndex, gold: row.gold });
      });
    columns.person.fill(person, at, at + size);
    at += size;
  });
  firstOf[people.length] = at;
  return { columns, firstOf };
}

const isSlice = (answers: StoredPerson["answers"]): answers is AnswerSlice => "columns" in answers;

export const makeColumns = (length: number, measures: number): AnswerColumns => ({
  length,
  person: new Int32Array(length),
  case: new Int32Array(length),
  position: new Int16Array(length),
  decided: new Uint8Array(length),
  choice: new Int16Array(length),
  shownAt: new Int8Array(length),
  measures: Array.from({ length: measures }, () => new Float64Array(length)),
  confidence: new Float64Array(length),
  knows: new Int8Array(length),
  activeMs: new Int32Array(length),
  firstMs: new Int32Array(length),
  changes: new Int32Array(length),
  focusLosses: new Int32Array(length),
  flagged: new Uint8Array(length),
  arrivedMs: new Float64Array(length),
  reason: new Int32Array(length),
  cannotRead: new Uint8Array(length),
});

type Column = Exclude<AnswerColumns[keyof AnswerColumns], number | Measures>;

/** Every column, the measures' among them, in one order. */
export const listColumns = ({ length: _length, measures, ...columns }: AnswerColumns): Column[] => [
  ...Object.values(columns),
  ...measures,
];

function copyAnswers({ columns, from, to }: AnswerSlice, into: AnswerColumns, at: number): void {
  const targets = listColumns(into);
  listColumns(columns).forEach((column, i) => targets[i]?.set(column.subarray(from, to), at));
}

type AnswerRow = { kind: KindName; caseIndex: number; gold: number | null };

function writeAnswer(
  columns: AnswerColumns,
  i: number,
  answer: StoredAnswer,
  { kind, caseIndex, gold }: AnswerRow,
): void {
  const { value } = answer;
  const { score, category } = serverKindOf(kind);
  const scores = score(value, { choice: gold });
  columns.case[i] = caseIndex;
  columns.position[i] = answer.position;
  columns.decided[i] = kindOf(kind).decide(value) === null ? 0 : 1;
  columns.choice[i] = category(value) ?? -1;
  columns.shownAt[i] = answer.shownAt ?? -1;
  for (const [measure, column] of columns.measures.entries()) column[i] = scores[measure] ?? NaN;
  columns.confidence[i] = answer.confidence ?? NaN;
  columns.knows[i] = answer.knows === null ? -1 : answer.knows ? 1 : 0;
  columns.activeMs[i] = answer.activeMs;
  columns.firstMs[i] = answer.firstMs ?? -1;
  columns.changes[i] = answer.changes;
  columns.focusLosses[i] = answer.focusLosses;
  columns.flagged[i] = answer.flagged ? 1 : 0;
  columns.arrivedMs[i] = answer.arrivedMs ?? NaN;
  columns.reason[i] = answer.reason;
  columns.cannotRead[i] = answer.cannotRead ? 1 : 0;
}
