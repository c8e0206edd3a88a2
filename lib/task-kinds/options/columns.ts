import { z } from "zod";
import { fromOne, listFilled, orderFromOne } from "#lib/study-exports/rows/cells.ts";
import type { ExportedKind } from "#lib/task-kinds/exports.ts";
import { optionsAsModel } from "#lib/task-kinds/options/people-as-model.ts";
import { optionResults } from "#lib/task-kinds/options/results.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";

const share = z.number().min(0).max(1);
const numberOfOption = z.int().min(1);

const columns = {
  answers: {
    option_order: {
      about:
        "which option of the case stood first, second, \u2026 for this participant, as numbers of the file of cases",
      cell: z.array(numberOfOption),
    },
    choice: {
      about: "the option that was chosen, as its number in the file of cases; empty where none was",
      cell: numberOfOption.nullable(),
    },
    choice_name: { about: "its name", cell: z.string().nullable() },
    gold: { about: "the right option, as its number in the file of cases", cell: numberOfOption.nullable() },
    right: {
      about: "1 chosen right, 0 chosen wrong; empty without a choice",
      cell: z.literal([0, 1]).nullable(),
    },
    confidence: {
      about: "how sure, from 0 to 1: by the slider, or the probability given to the chosen option",
      cell: share.nullable(),
    },
    probabilities: {
      about: "what was given to each option, in the order of the file of cases; empty where it wasn't asked",
      cell: z.array(share).nullable(),
    },
  },
  cases: {
    "option*": { about: "name of the option of that number", cell: z.string() },
    gold: { about: "number of the right option", cell: numberOfOption.nullable() },
    answer_length: { about: "tokens in the unknown speaker's turn, where known", cell: z.int().nullable() },
  },
  predictions: {
    choice: {
      about: "the option that was chosen, as its number in the file of cases; empty for a failed call",
      cell: numberOfOption.nullable(),
    },
    right: {
      about: "1 chosen right, 0 chosen wrong; empty for a failed call",
      cell: z.literal([0, 1]).nullable(),
    },
    probabilities: {
      about: "probability of each option, in the order of the file of cases; empty where there are none",
      cell: z.array(share).nullable(),
    },
  },
  history: {
    choice: {
      about: "the option that was chosen then, as its number in the file of cases",
      cell: numberOfOption.nullable(),
    },
    confidence: {
      about: "how sure then, from 0 to 1: by the slider, or the probability given to the chosen option",
      cell: share.nullable(),
    },
    probabilities: {
      about: "what was given to each option then, in the order of the file of cases",
      cell: z.array(share).nullable(),
    },
  },
} as const satisfies ExportedKind["columns"];

const { sureOf } = optionResults;
const isRight = (choice: number | null, right: number | null) =>
  choice === null || right === null ? null : Number(choice === right);

export const exportedOptions: ExportedKind<OptionValue> = {
  columns,
  writeAnswer: ({ value, confidence, layout, optionNames, gold }) => ({
    option_order: orderFromOne(layout),
    choice: fromOne(value.choice),
    choice_name: value.choice === null ? null : (optionNames[value.choice] ?? null),
    gold: fromOne(gold.choice),
    right: isRight(value.choice, gold.choice),
    confidence: sureOf(value, confidence),
    probabilities: listFilled(value.probabilities),
  }),
  writeRevision: ({ value, confidence }) => ({
    choice: fromOne(value.choice),
    confidence: sureOf(value, confidence),
    probabilities: listFilled(value.probabilities),
  }),
  writeCase: ({ optionNames, gold, answerLength }) => ({
    ...Object.fromEntries(optionNames.map((name, i) => [`option${i + 1}`, name])),
    gold: fromOne(gold.choice),
    answer_length: answerLength,
  }),
  writePrediction: ({ choice, probabilities, gold }) => ({
    choice: fromOne(choice),
    right: isRight(choice, gold.choice),
    probabilities: listFilled(probabilities),
  }),
  peopleAsModel: optionsAsModel,
};
