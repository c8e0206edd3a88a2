import { hasFailed } from "#lib/sittings/schema.ts";
import type { StoredPerson } from "#lib/study-results/rows/answers-queries.ts";
import { layOutAnswers, type AnswerSlice } from "#lib/study-results/rows/answer-columns.ts";
import { findExclusions } from "#lib/study-results/rows/exclusions.ts";
import { mainScores, type CaseRow, type PersonRow, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { isInterim } from "#lib/study-results/schema.ts";
import { kindNames, type KindName } from "#lib/task-kinds/registry.ts";

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
