import { voteOn } from "#lib/metrics/agreement/consensus.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import type { ResultKind } from "#lib/task-kinds/results.ts";

/** Of kinds whose answer is one of a case's options. */
export const optionResults: ResultKind<OptionValue> = {
  measures: [{ id: "right", level: "binary", range: [0, 1] }],
  score: ({ choice }, { choice: right }) => [
    choice === null || right === null ? null : Number(choice === right),
  ],
  hasRight: true,
  ordersOptions: true,
  noted: null,
  guess: (optionCount) => 1 / optionCount,
  category: ({ choice }) => choice,
  shownAt({ choice }, layout) {
    const place = choice === null ? -1 : layout.indexOf(choice);
    return place < 0 ? null : place;
  },
  sureOf: ({ choice, probabilities }, said) =>
    said ?? (choice === null ? null : (probabilities[choice] ?? null)),
  aggregate: voteOn,
};
