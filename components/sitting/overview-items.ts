import type { OverviewItem } from "#components/sitting/overview.tsx";
import { listMissing } from "#lib/sittings/completeness.ts";
import type { AnswerValue } from "#lib/sittings/schema.ts";
import type { Questions } from "#lib/studies/schema.ts";

type Step = { isPractice: boolean; answer: AnswerValue | null };

/** The cases that count, as the overview shows them. */
export function listItems(progress: readonly Step[], questions: Questions): OverviewItem[] {
  return progress
    .filter(({ isPractice }) => !isPractice)
    .map(({ answer }, index) => ({
      place: index + 1,
      state:
        listMissing(answer, questions).length === 0 ? "answered" : answer?.choice == null ? "open" : "partly",
      isFlagged: answer?.isFlagged ?? false,
    }));
}

export const countAnswered = (items: readonly OverviewItem[]): number =>
  items.filter(({ state }) => state === "answered").length;
