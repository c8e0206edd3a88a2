import { hasFailed } from "#lib/sittings/schema.ts";
import type { StoredAnswer, StoredPerson } from "#lib/study-results/rows/answers-queries.ts";
import { findExclusions } from "#lib/study-results/rows/exclusions.ts";
import type { AnswerColumns, CaseRow, PersonRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { isInterim } from "#lib/study-results/schema.ts";
import { kindNames, kindOf, type KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

type Parts = Pick<StudyRows, "stamp" | "study" | "tracks" | "cases" | "runs" | "frame"> & {
  answers: ReadonlyMap<string, StoredPerson>;
};
type Placed = {
  answer: StoredAnswer;
  caseIndex: number;
  isDecided: boolean;
  choice: number | null;
  scores: readonly (number | null)[];
};

/** Cases of a study are all of one kind. */
export const kindOfCases = ([first]: readonly CaseRow[]): KindName => first?.kind ?? kindNames[0];

/** Lays out what was read in columns, and holds every answer against the right one. */
export function assembleRows({ answers: stored, ...parts }: Parts): StudyRows {
  const { study, cases } = parts;
  const kind = kindOfCases(cases);
  const { decide } = kindOf(kind);
  const { measures, score, category } = serverKindOf(kind);
  const indexOf = new Map(cases.map(({ id }, i) => [id, i]));
  const sitters = [...stored.values()].map((person) => ({
    person,
    placed: person.answers.flatMap((answer): Placed[] => {
      const caseIndex = indexOf.get(answer.studyCaseId);
      // Practice isn't among the cases.
      if (caseIndex === undefined) return [];
      const { value } = answer;
      const gold = { choice: cases[caseIndex]?.gold ?? null };
      const own = { isDecided: decide(value) !== null, choice: category(value), scores: score(value, gold) };
      return [{ answer, caseIndex, ...own }];
    }),
  }));
  const people = sitters.map(({ person, placed }) => describe(person, placed, cases, study));
  const { columns, firstOf } = layOut(
    sitters.map(({ placed }) => placed),
    measures.length,
  );
  const has = (isSimulated: boolean) => sitters.some(({ person }) => person.isSimulated === isSimulated);
  const cohorts = new Set(people.flatMap(({ cohort }) => cohort ?? []));
  return {
    ...parts,
    kind,
    cohorts: [...cohorts].sort(),
    has: { people: has(false), simulated: has(true) },
    people,
    answers: columns,
    firstOf,
  };
}

function describe(
  { answers: _answers, revisions: _revisions, isSimulated, excludedReason, ...person }: StoredPerson,
  placed: readonly Placed[],
  cases: readonly CaseRow[],
  study: StudyRows["study"],
): PersonRow {
  const isCheck = ({ caseIndex }: Placed) => cases[caseIndex]?.stratum === "attention";
  const checks = placed.flatMap((one) => (isCheck(one) ? (one.scores[0] ?? []) : []));
  const counted = placed.filter((one) => !isCheck(one));
  const given = counted.filter(({ isDecided }) => isDecided);
  // Without a script, time is not known.
  const times = given.map(({ answer }) => answer.activeMs).filter((ms) => ms > 0);
  const passed = checks.filter((score) => score === 1).length;
  const failed = checks.length - passed;
  const exclusions = findExclusions(
    {
      isSubmitted: person.state === "submitted",
      isRunning: isInterim(study),
      failedChecks: failed,
      failedComprehension: hasFailed(person.tries ?? []),
      times,
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
    passed: counted.filter(({ answer }) => answer.cannotRead).length,
    activeMs: person.activeMs ?? (isTimed ? times.reduce((sum, ms) => sum + ms, 0) : null),
  };
}

function layOut(
  byPerson: readonly (readonly Placed[])[],
  measures: number,
): { columns: AnswerColumns; firstOf: Int32Array } {
  const length = byPerson.reduce((sum, placed) => sum + placed.length, 0);
  const columns: AnswerColumns = {
    length,
    person: new Int32Array(length),
    case: new Int32Array(length),
    position: new Int16Array(length),
    choice: new Int8Array(length),
    shownAt: new Int8Array(length),
    measures: Array.from({ length: measures }, () => new Float64Array(length)),
    confidence: new Float64Array(length),
    knows: new Int8Array(length),
    activeMs: new Int32Array(length),
    firstMs: new Int32Array(length),
    changes: new Int32Array(length),
    focusLosses: new Int32Array(length),
    flagged: new Uint8Array(length),
    hasReason: new Uint8Array(length),
    cannotRead: new Uint8Array(length),
  };
  const firstOf = new Int32Array(byPerson.length + 1);
  let i = 0;
  byPerson.forEach((placed, person) => {
    firstOf[person] = i;
    for (const { answer, caseIndex, choice, scores } of placed) {
      columns.person[i] = person;
      columns.case[i] = caseIndex;
      columns.position[i] = answer.position;
      columns.choice[i] = choice ?? -1;
      columns.shownAt[i] = answer.shownAt ?? -1;
      for (const [measure, column] of columns.measures.entries()) column[i] = scores[measure] ?? NaN;
      columns.confidence[i] = answer.confidence ?? NaN;
      columns.knows[i] = answer.knows === null ? -1 : answer.knows ? 1 : 0;
      columns.activeMs[i] = answer.activeMs;
      columns.firstMs[i] = answer.firstMs ?? -1;
      columns.changes[i] = answer.changes;
      columns.focusLosses[i] = answer.focusLosses;
      columns.flagged[i] = answer.flagged ? 1 : 0;
      columns.hasReason[i] = answer.hasReason ? 1 : 0;
      columns.cannotRead[i] = answer.cannotRead ? 1 : 0;
      i += 1;
    }
  });
  firstOf[byPerson.length] = length;
  return { columns, firstOf };
}
