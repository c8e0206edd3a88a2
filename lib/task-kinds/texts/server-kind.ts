import type { ServerKind } from "#lib/task-kinds/kind.ts";
import { optionResults } from "#lib/task-kinds/options/results.ts";
import { serverOptionAnswer } from "#lib/task-kinds/options/server-answer.ts";
import { simulatedOptions } from "#lib/task-kinds/options/simulation.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { passageOf, textsFiles } from "#lib/task-kinds/texts/case-files.ts";
import { exportedTexts } from "#lib/task-kinds/texts/columns.ts";
import { takenTexts } from "#lib/task-kinds/texts/own-data.ts";
import type { TextsContent } from "#lib/task-kinds/texts/schema.ts";
import { textsQuestion } from "#lib/task-kinds/texts/model-question.ts";

export const textsServer: ServerKind<TextsContent, OptionValue, TextsContent> = {
  name: "texts",
  modelQuestion: textsQuestion,
  ...textsFiles,
  ...serverOptionAnswer,
  ...optionResults,
  ...exportedTexts,
  noted: "types",
  estimates: "shares",
  filters: ["options"],
  asksProbabilities: true,
  context: "before",
  simulate: simulatedOptions,
  takeAlong: takenTexts,
  // Field by field: what sort of text an option is never reaches who chooses among them.
  arrange: ({ question, before }, optionNames, layout) => ({
    content: { question, before },
    names: layout.map((option) => optionNames[option] ?? ""),
  }),
  listWords: (shown) => ({ passage: passageOf(shown, "\n"), beside: [] }),
};
