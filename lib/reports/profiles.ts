import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { selectAnswers } from "#lib/study-results/rows/selection.ts";

/** Whether all of every profile stood on the screen, by answer, as far as it is known. */
export type ProfilesUnfolded = ReadonlyMap<string, boolean>;

export const answerKey = (sittingId: string, studyCaseId: number): string => `${sittingId} ${studyCaseId}`;

type UnfoldedCounts = { answers: number; whole: number; folded: number; unknown: number };
/** Over the answers that a view counts. */
export function countUnfolded(unfolded: ProfilesUnfolded, rows: StudyRows, view: View): UnfoldedCounts {
  const { answers } = selectAnswers(rows, view);
  const count = { answers: answers.length, whole: 0, folded: 0, unknown: 0 };
  for (const i of answers) {
    const person = rows.people[rows.answers.person[i] ?? 0];
    const served = rows.cases[rows.answers.case[i] ?? 0];
    const isWhole = person && served && unfolded.get(answerKey(person.sittingId, served.id));
    count[isWhole === undefined ? "unknown" : isWhole ? "whole" : "folded"] += 1;
  }
  return count;
}
