import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { listDecided } from "#lib/study-results/rows/selection.ts";
import type { View } from "#lib/study-results/schema.ts";
import { resolveLabels, type GivenLabels } from "#lib/task-kinds/label-set.ts";
import { numberGroups } from "#lib/task-kinds/origins.ts";

/** Labels in one list: who gave them, to which case. */
export type Given = { run: RunRow | null; rater: Int32Array | null; case: Int32Array; label: Int32Array };
export type GivenByPeople = Given & { rater: Int32Array };

/** Everything of one set, by the places of people and cases in the rows. */
export type PackedSet = {
  set: string;
  given: GivenLabels;
  labels: readonly string[];
  /** Places among the answers. */
  answers: readonly number[];
  people: GivenByPeople;
  /** Over the same cases. */
  judges: readonly Given[];
  /** By case: what intervals are over. A group may stand in several tracks; a case without one is its own. */
  groupOf: Int32Array;
};

/** What was labelled with, set by set: labels of different sets are never put together. */
export function packLabels(rows: StudyRows, view: View): PackedSet[] {
  const names = rows.cases.map(({ noted }) => resolveLabels(noted as GivenLabels).name);
  const { groupOf } = numberGroups(rows, [...rows.cases.keys()]);
  const bySet = Map.groupBy(listDecided(rows, view), (i) => names[rows.answers.case[i] as number] as string);
  return Array.from(bySet.values(), (answers) => ({ ...packSet(rows, answers), groupOf }));
}

function packSet(rows: StudyRows, answers: readonly number[]): Omit<PackedSet, "groupOf"> {
  const { person, case: caseOf, choice } = rows.answers;
  const given = rows.cases[caseOf[answers[0] as number] as number]?.noted as GivenLabels;
  const { name, labels } = resolveLabels(given);
  const people = {
    run: null,
    rater: Int32Array.from(answers, (i) => person[i] as number),
    case: Int32Array.from(answers, (i) => caseOf[i] as number),
    label: Int32Array.from(answers, (i) => choice[i] as number),
  };
  return {
    set: name,
    given,
    answers,
    people,
    labels: labels.map((label) => label.name),
    judges: listJudges(rows, [...new Set(people.case)]),
  };
}

/** Runs that labelled any of these cases, with what they gave them. */
function listJudges({ runs }: StudyRows, cases: readonly number[]): Given[] {
  return runs.flatMap((run) => {
    const own = cases.filter((at) => (run.predictions.choice[at] ?? -1) >= 0);
    const label = Int32Array.from(own, (at) => run.predictions.choice[at] as number);
    return own.length > 0 ? [{ run, rater: null, case: Int32Array.from(own), label }] : [];
  });
}

export function keepCases(
  { run, rater, case: caseOf, label }: Given,
  isWanted: (at: number) => boolean,
): Given {
  const kept = [...caseOf.keys()].filter((i) => isWanted(caseOf[i] as number));
  const keep = (list: Int32Array) => Int32Array.from(kept, (i) => list[i] as number);
  return { run, rater: rater && keep(rater), case: keep(caseOf), label: keep(label) };
}
