import { voteOn } from "#lib/metrics/agreement/consensus.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import type { ResultKind } from "#lib/task-kinds/results.ts";

/** Of kinds whose answer is one of a case's options. */
export const optionResults = {
  guess: (optionCount) => 1 / optionCount,
  category: ({ choice }) => choice,
  shownAt({ choice }, layout) {
    const place = choice === null ? -1 : layout.indexOf(choice);
    return place < 0 ? null : place;
  },
  sureOf: ({ choice, probabilities }, said) =>
    said ?? (choice === null ? null : (probabilities[choice] ?? null)),
  aggregate: voteOn,
} satisfies Partial<ResultKind<OptionValue>>;
