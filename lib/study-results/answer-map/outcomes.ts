import { mainScores, type Measures, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

/**
 * What became of one case in one person's or one model's hands. "unscored": answered, but nobody knows what is right; "none":
 * the case was not given, or a switch of the view leaves the answer out.
 */
export const outcomes = ["none", "right", "partly", "wrong", "unanswered", "unscored"] as const;
export type Outcome = (typeof outcomes)[number];

export type AnswerOutcome = {
  readonly outcome: Outcome;
  /** What answers are counted by; null where nothing was decided. */
  readonly choice: number | null;
};

type Columns = { measures: Measures; choice: Int16Array };

/** How an answer was scored by the kind's own first measure: all of it, a part, or nothing. */
export function judgeAnswers(rows: StudyRows, columns: Columns): (at: number) => AnswerOutcome {
  const [least, most] = serverKindOf(rows.kind).measures[0]?.range ?? [0, 1];
  const scores = mainScores(columns);
  return (at) => {
    const score = scores[at] ?? NaN;
    const chosen = columns.choice[at] ?? -1;
    const choice = chosen < 0 ? null : chosen;
    if (Number.isNaN(score)) return { outcome: choice === null ? "unanswered" : "unscored", choice };
    return { outcome: score >= most ? "right" : score <= least ? "wrong" : "partly", choice };
  };
}
