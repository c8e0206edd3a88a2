import { mainScores, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { countedStrata, type CountedStratum, type View } from "#lib/study-results/schema.ts";

/** The answers, cases and people that a view counts: indexes into the study's rows, in their order. */
export type Selection = {
  rows: StudyRows;
  view: View;
  /** People with at least one counted answer. */
  people: Int32Array;
  /** Cases with at least one counted answer: exactly those that models are held against. */
  cases: Int32Array;
  answers: Int32Array;
};

/** Answers in a view's cases by those who count in it. */
function listInView(rows: StudyRows, view: View): number[] {
  const counts = rows.people.map((person) => isCounted(person, view));
  const inView = rows.cases.map((row) => isInView(row, view, rows.tracks));
  const { person, case: caseOf, knows, length } = rows.answers;
  const answers: number[] = [];
  for (let i = 0; i < length; i++) {
    if (!counts[person[i] ?? 0] || !inView[caseOf[i] ?? 0]) continue;
    if (view.known === "without" && knows[i] === 1) continue;
    answers.push(i);
  }
  return answers;
}

/** Of which there are cases in the sample: what can be looked at by itself. */
export const listStrata = ({ cases }: Pick<StudyRows, "cases">): CountedStratum[] =>
  countedStrata.filter((stratum) => cases.some((row) => row.stratum === stratum));

/** Those in which something was decided, whether or not it is known what is right. */
export const listDecided = (rows: StudyRows, view: View): number[] =>
  listInView(rows, view).filter((i) => rows.answers.choice[i] !== -1);

/** Only answers with a choice to a case with a right answer count. */
export function selectAnswers(rows: StudyRows, view: View): Selection {
  const scores = mainScores(rows.answers);
  return selectThese(
    rows,
    view,
    listInView(rows, view).filter((i) => !Number.isNaN(scores[i])),
  );
}

/** Of a kind in which no answer is right or wrong: all that decided something. */
export const selectDecided = (rows: StudyRows, view: View): Selection =>
  selectThese(rows, view, listDecided(rows, view));

export function selectThese(rows: StudyRows, view: View, answers: readonly number[]): Selection {
  const { person, case: caseOf } = rows.answers;
  const seenPeople = new Uint8Array(rows.people.length);
  const seenCases = new Uint8Array(rows.cases.length);
  for (const i of answers) {
    seenPeople[person[i] ?? 0] = 1;
    seenCases[caseOf[i] ?? 0] = 1;
  }
  return {
    rows,
    view,
    people: listSet(seenPeople),
    cases: listSet(seenCases),
    answers: Int32Array.from(answers),
  };
}

/** Cases of a view, and of how many of them nobody knows what is right: no answer to those is right or wrong. */
export function countWithoutGold(rows: StudyRows, view: View): { cases: number; count: number } {
  const inView = rows.cases.filter((one) => isInView(one, view, rows.tracks));
  return { cases: inView.length, count: inView.filter(({ gold }) => gold === null).length };
}

/**
 * Places of cases of a view that somebody who counts was given and left without an answer, of those whose right answer is
 * known. Who says that they can't read a case gave none either, and it may be the hard ones that can't be read.
 */
export function listUnanswered(rows: StudyRows, view: View): number[] {
  const { case: caseOf, choice } = rows.answers;
  return listInView(rows, view).filter((i) => choice[i] === -1 && rows.cases[caseOf[i] ?? 0]?.gold !== null);
}

/** Answers of a view that count for nothing: who gave them couldn't read the case. */
export function countPassed({ rows, view }: Pick<Selection, "rows" | "view">): number {
  const { person, case: caseOf, cannotRead, knows, length } = rows.answers;
  let passed = 0;
  for (let i = 0; i < length; i++) {
    const [by, row] = [rows.people[person[i] ?? 0], rows.cases[caseOf[i] ?? 0]];
    if (cannotRead[i] !== 1 || !by || !row || (view.known === "without" && knows[i] === 1)) continue;
    if (isCounted(by, view) && isInView(row, view, rows.tracks)) passed += 1;
  }
  return passed;
}

type PersonStatus = Pick<StudyRows["people"][number], "who" | "cohort" | "exclusions" | "arm">;

/** Who has cases under several arms, and a case that is the same under all, is in each. */
const isOfArm = (arm: number | null | undefined, view: View): boolean =>
  view.arm == null || arm == null || arm === view.arm;

export function isCounted({ who, cohort, exclusions, arm }: PersonStatus, view: View): boolean {
  if (!isOfArm(arm, view)) return false;
  if (who !== view.who || (view.cohort !== null && cohort !== view.cohort)) return false;
  return view.excluded === "with" || exclusions.length === 0;
}

export function isInView(
  { stratum, track, report, arm }: StudyRows["cases"][number],
  view: View,
  tracks: StudyRows["tracks"],
): boolean {
  if (stratum === "attention" || (view.stratum !== "all" && stratum !== view.stratum)) return false;
  if (view.track !== null && tracks[track]?.name !== view.track) return false;
  if (!isOfArm(arm, view)) return false;
  return view.reported === "with" || report === null;
}

/** The places of all cases of a view, answered or not. */
export const listCasesInView = ({ cases, tracks }: StudyRows, view: View): number[] =>
  cases.flatMap((row, at) => (isInView(row, view, tracks) ? [at] : []));

/** Where the answers of a person lie. */
export const answersOf = ({ firstOf }: Pick<StudyRows, "firstOf">, person: number): number[] => {
  const [from = 0, to = 0] = [firstOf[person], firstOf[person + 1]];
  return Array.from({ length: to - from }, (_, i) => from + i);
};

function listSet(flags: Uint8Array): Int32Array {
  const set: number[] = [];
  flags.forEach((flag, i) => {
    if (flag === 1) set.push(i);
  });
  return Int32Array.from(set);
}

/** The place of each chosen index among the chosen ones. */
export function placesOf(chosen: Int32Array, count: number): Int32Array {
  const places = new Int32Array(count).fill(-1);
  chosen.forEach((index, place) => {
    places[index] = place;
  });
  return places;
}
