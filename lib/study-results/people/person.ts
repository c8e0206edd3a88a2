import { mainScores, type StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { answersOf, isCounted, isInView } from "#lib/study-results/rows/selection.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

export type OthersChoice = {
  /** Others with a choice on the case. */
  n: number;
  /** The options most of them chose: several where they are tied. */
  most: readonly number[];
  /** How many chose each of those. */
  count: number;
};

export type PersonAnswer = {
  /** Index into the answers of the rows. */
  index: number;
  /** Index into the cases. */
  case: number;
  position: number;
  choice: number | null;
  isRight: boolean | null;
  /** Whether it is among the answers of the view. */
  isInView: boolean;
  confidence: number | null;
  knows: boolean | null;
  activeMs: number | null;
  firstMs: number | null;
  changes: number;
  focusLosses: number;
  isFlagged: boolean;
  hasReason: boolean;
  cannotRead: boolean;
  others: OthersChoice;
  /** Indexes of the runs that answered the case, the selecting one left out. */
  models: { right: readonly number[]; wrong: readonly number[] };
  /** What the run answered whose errors the selected cases are; null where it didn't. */
  selecting: { run: number; isRight: boolean } | null;
};

export const findPerson = (rows: StudyRows, number: number): number | null => {
  const index = rows.people.findIndex((person) => person.number === number);
  return index === -1 ? null : index;
};

/** Everything one person answered, in the order they were asked. */
export function listAnswersOf(rows: StudyRows, person: number, view: View): PersonAnswer[] {
  const { answers } = rows;
  const scores = mainScores(answers);
  const others = countOthers(rows, person, view);
  const known = (value: number | undefined): number | null =>
    value === undefined || Number.isNaN(value) ? null : value;
  return answersOf(rows, person).map((i): PersonAnswer => {
    const index = answers.case[i] ?? 0;
    const row = rows.cases[index];
    const score = scores[i] ?? NaN;
    const knows = answers.knows[i] ?? -1;
    const [ms, first] = [answers.activeMs[i] ?? 0, answers.firstMs[i] ?? -1];
    const choice = answers.choice[i] ?? -1;
    return {
      index: i,
      case: index,
      position: answers.position[i] ?? 0,
      choice: choice < 0 ? null : choice,
      isRight: Number.isNaN(score) ? null : score === 1,
      isInView:
        !Number.isNaN(score) &&
        row !== undefined &&
        isInView(row, view, rows.tracks) &&
        !(view.known === "without" && knows === 1),
      confidence: known(answers.confidence[i]),
      knows: knows < 0 ? null : knows === 1,
      activeMs: ms === 0 ? null : ms,
      firstMs: first < 0 ? null : first,
      changes: answers.changes[i] ?? 0,
      focusLosses: answers.focusLosses[i] ?? 0,
      isFlagged: answers.flagged[i] === 1,
      hasReason: answers.reason[i] !== 0,
      cannotRead: answers.cannotRead[i] === 1,
      others: concludeOthers(rows.kind, others.get(index) ?? []),
      ...askModels(rows, index),
    };
  });
}

/** What everybody else whom the view counts chose, on the cases of this person; of all cohorts. */
function countOthers(rows: StudyRows, person: number, view: View): Map<number, number[]> {
  const { answers, people } = rows;
  const counts = new Map<number, number[]>();
  for (const i of answersOf(rows, person)) counts.set(answers.case[i] ?? 0, []);
  const counted = people.map((one, index) => index !== person && isCounted(one, { ...view, cohort: null }));
  for (let i = 0; i < answers.length; i++) {
    const choice = answers.choice[i] ?? -1;
    if (choice < 0 || !counted[answers.person[i] ?? 0]) continue;
    const ofCase = counts.get(answers.case[i] ?? 0);
    if (ofCase) ofCase[choice] = (ofCase[choice] ?? 0) + 1;
  }
  return counts;
}

function concludeOthers(kind: KindName, given: readonly (number | undefined)[]): OthersChoice {
  // Options that nobody chose are holes.
  const counts = Int32Array.from(given, (count) => count ?? 0);
  const { choice, tied } = serverKindOf(kind).aggregate(counts, null);
  const most = choice === null ? tied : [choice];
  return { n: counts.reduce((sum, one) => sum + one, 0), most, count: counts[most[0] ?? -1] ?? 0 };
}

function askModels(rows: StudyRows, index: number): Pick<PersonAnswer, "models" | "selecting"> {
  const right: number[] = [];
  const wrong: number[] = [];
  let selecting: PersonAnswer["selecting"] = null;
  rows.runs.forEach(({ predictions, apart }, run) => {
    const score = mainScores(predictions)[index] ?? NaN;
    if (Number.isNaN(score)) return;
    if (apart === "selecting") selecting = { run, isRight: score === 1 };
    // Like the selecting one, they say nothing of how hard the case is.
    else if (apart === null) (score === 1 ? right : wrong).push(run);
  });
  return { models: { right, wrong }, selecting };
}
