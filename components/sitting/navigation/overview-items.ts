import { listMissing } from "#lib/sittings/answers/completeness.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";
import type { AnswerValue, CaseQuestions } from "#lib/sittings/answers/schema.ts";

export type OverviewItem = {
  place: number;
  state: "answered" | "passed" | "partly" | "open";
  isFlagged: boolean;
};
type Step = { isPractice: boolean; answer: AnswerValue | null; asked: CaseQuestions };

/** The cases that count, as the overview shows them. */
export function listItems(progress: readonly Step[]): OverviewItem[] {
  return progress
    .filter(({ isPractice }) => !isPractice)
    .map(({ answer, asked }, index) => ({
      place: index + 1,
      state: stateOf(answer, asked),
      isFlagged: answer?.isFlagged ?? false,
    }));
}

function stateOf(answer: AnswerValue | null, asked: CaseQuestions): OverviewItem["state"] {
  if (answer?.cannotRead) return "passed";
  if (listMissing(answer, asked).length === 0) return "answered";
  return answer && kindOf(asked.kind).decide(answer) !== null ? "partly" : "open";
}

/** Nothing is lacking: who can't read a case has said what there is to say of it. */
export const isDone = ({ state }: OverviewItem): boolean => state === "answered" || state === "passed";

export const countAnswered = (items: readonly OverviewItem[]): number => items.filter(isDone).length;
