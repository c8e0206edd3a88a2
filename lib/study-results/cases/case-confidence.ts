import { edgeOf } from "#lib/metrics/calibration/calibration.ts";
import type { CovariateBin } from "#lib/metrics/scores/position-table.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { mainScores, type StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

/** How sure somebody was of what they chose: the people of a view, or the run of that number. */
export type ConfidenceRange = {
  of: "people" | number;
  from: number;
  to: number;
  /** Without who was exactly so sure as `from` says: the bins of a reliability diagram are such. */
  isAbove: boolean;
};

/** What lies in a bin of a reliability diagram, by its place among them. */
export const sureInBin = (of: ConfidenceRange["of"], place: number): ConfidenceRange => ({
  of,
  from: edgeOf(place),
  to: edgeOf(place + 1),
  isAbove: true,
});

export const sureInGroup = (of: ConfidenceRange["of"], { low, high }: CovariateBin): ConfidenceRange => ({
  of,
  from: low,
  to: high,
  isAbove: false,
});

/** The cases that such answers were given to, and how many to each. */
export function countSure(rows: StudyRows, view: View, sure: ConfidenceRange): Map<number, number> {
  const { answers, cases } = getSelection(rows, view);
  const found = new Map<number, number>();
  const add = (at: number, confidence: number | undefined) => {
    if (confidence !== undefined && isSo(confidence, sure)) found.set(at, (found.get(at) ?? 0) + 1);
  };
  if (sure.of === "people")
    for (const i of answers) add(rows.answers.case[i] ?? -1, rows.answers.confidence[i]);
  else {
    const predictions = rows.runs.find(({ id }) => id === sure.of)?.predictions;
    const scores = predictions && mainScores(predictions);
    for (const at of cases) if (!Number.isNaN(scores?.[at] ?? NaN)) add(at, predictions?.confidence[at]);
  }
  return found;
}

const isSo = (confidence: number, { from, to, isAbove }: ConfidenceRange): boolean =>
  confidence <= to && (isAbove ? confidence > from : confidence >= from);
