import type { Choices } from "#lib/metrics/scores/choice-table.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { placesOf, selectDecided, selectThese, type Selection } from "#lib/study-results/rows/selection.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

/** Whether what was answered can be right or wrong: of no case is it known where the kind doesn't need it. */
export const hasRight = ({ kind, cases }: Pick<StudyRows, "kind" | "cases">): boolean =>
  serverKindOf(kind).hasRight && cases.some(({ gold, stratum }) => gold !== null && stratum !== "attention");

export const isRightKnownOfAll = ({ cases }: Pick<StudyRows, "cases">): boolean =>
  cases.every(({ gold, stratum }) => gold !== null || stratum === "attention");

export const hasParts = ({ kind }: Pick<StudyRows, "kind">): boolean => serverKindOf(kind).hasParts === true;

/** The answers that are held against each other as wholes: those that count, or all where none is right or wrong. */
export const getCompared = (rows: StudyRows, view: View): Selection =>
  hasRight(rows)
    ? getSelection(rows, view)
    : memoize(rows, `decided ${viewKey(view)}`, () =>
        hasParts(rows) ? selectThese(rows, view, []) : selectDecided(rows, view),
      );

/** The answers that a study's figures are about: all that decided something, where right answers are not known throughout. */
export const getAnalysed = (rows: StudyRows, view: View): Selection =>
  hasRight(rows) && isRightKnownOfAll(rows)
    ? getSelection(rows, view)
    : memoize(rows, `analysed ${viewKey(view)}`, () => selectDecided(rows, view));

/** How many options each case of the selection has. */
export const countOptions = (rows: StudyRows, view: View): Int32Array =>
  getCompared(rows, view).cases.map((at) => rows.cases[at]?.optionNames.length ?? 0);

/** The counted choices as metrics take them: people and cases by their places in the selection. */
export function getChoices(rows: StudyRows, view: View): Choices {
  return memoize(rows, `choices ${viewKey(view)}`, () => {
    const { people, cases, answers } = getCompared(rows, view);
    const personAt = placesOf(people, rows.people.length);
    const caseAt = placesOf(cases, rows.cases.length);
    const columns = rows.answers;
    return {
      people: people.length,
      cases: cases.length,
      options: cases.reduce((most, at) => Math.max(most, rows.cases[at]?.optionNames.length ?? 0), 1),
      person: answers.map((i) => personAt[columns.person[i] ?? 0] ?? 0),
      case: answers.map((i) => caseAt[columns.case[i] ?? 0] ?? 0),
      choice: Int8Array.from(answers, (i) => columns.choice[i] ?? -1),
    };
  });
}
