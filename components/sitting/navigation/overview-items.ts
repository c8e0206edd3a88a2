import { listMissing } from "#lib/sittings/answers/completeness.ts";
import type { AnswerValue } from "#lib/sittings/schema.ts";
import type { Questions } from "#lib/studies/schema.ts";

export type OverviewItem = {
  place: number;
  state: "answered" | "passed" | "partly" | "open";
  isFlagged: boolean;
};
type Step = { isPractice: boolean; answer: AnswerValue | null };

/** The cases that count, as the overview shows them. */
export function listItems(progress: readonly Step[], questions: Questions): OverviewItem[] {
  return progress
    .filter(({ isPractice }) => !isPractice)
    .map(({ answer }, index) => ({
      place: index + 1,
      state: stateOf(answer, questions),
      isFlagged: answer?.isFlagged ?? false,
    }));
}

function stateOf(answer: AnswerValue | null, questions: Questions): OverviewItem["state"] {
  if (answer?.cannotRead) return "passed";
  if (listMissing(answer, questions).length === 0) return "answered";
  return answer?.choice == null ? "open" : "partly";
}

/** Those that lack nothing: who can't read a case has said what there is to say of it. */
export const countAnswered = (items: readonly OverviewItem[]): number =>
  items.filter(({ state }) => state === "answered" || state === "passed").length;
