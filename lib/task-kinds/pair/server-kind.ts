import type { ServerKind } from "#lib/task-kinds/kind.ts";
import { optionResults } from "#lib/task-kinds/options/results.ts";
import { serverOptionAnswer } from "#lib/task-kinds/options/server-answer.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { pairFiles, wordsOf } from "#lib/task-kinds/pair/case-files.ts";
import { exportedPairs } from "#lib/task-kinds/pair/columns.ts";
import { takenPairs } from "#lib/task-kinds/pair/own-data.ts";
import { shownNames, showPair, type PairContent, type ShownPair } from "#lib/task-kinds/pair/schema.ts";
import { simulatedPairs } from "#lib/task-kinds/pair/simulation.ts";
import { pairQuestion } from "#lib/task-kinds/pair/model-question.ts";

export const pairServer: ServerKind<PairContent, OptionValue, PairContent> = {
  name: "pair",
  modelQuestion: pairQuestion,
  ...pairFiles,
  ...serverOptionAnswer,
  ...optionResults,
  ...exportedPairs,
  hasRight: false,
  categoriesAre: "own",
  noted: "origins",
  estimates: "wins",
  filters: [],
  asksProbabilities: true,
  simulate: simulatedPairs,
  takeAlong: takenPairs,
  // The tie stays last.
  layOut: (_options, order, seed, name) => [...serverOptionAnswer.layOut(2, order, seed, name), 2],
  // Field by field: who wrote a text never reaches who judges it.
  arrange: (content, _optionNames, layout): { content: ShownPair; names: readonly string[] } => ({
    content: showPair(content, layout[0]),
    names: shownNames,
  }),
  // Of what is stored, and of what is shown.
  listWords: (shown: PairContent | ShownPair) => ({
    passage: wordsOf("parts" in shown ? showPair(shown) : shown),
    beside: [],
  }),
};
