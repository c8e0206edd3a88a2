import { z } from "zod";
import { fromOne, listFilled, orderFromOne } from "#lib/task-kinds/cells.ts";
import type { ExportedKind } from "#lib/task-kinds/exports.ts";
import { optionsAsModel } from "#lib/task-kinds/options/people-as-model.ts";
import { optionResults } from "#lib/task-kinds/options/results.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";

const share = z.number().min(0).max(1);
const numberOfOption = z.int().min(1);
// Kinds whose answer is no option have no such columns.
const ofOption = numberOfOption.nullable().optional();
const rightOrWrong = z.literal([0, 1]).nullable().optional();

const columns = {
  answers: {
    option_order: {
      about: "option numbers in the order in which this participant saw the options",
      cell: z.array(numberOfOption).optional(),
    },
    choice: {
      about: "number of the chosen option; empty if none was chosen",
      cell: ofOption,
    },
    choice_name: { about: "name of the chosen option", cell: z.string().nullable().optional() },
    gold: { about: "number of the right option", cell: ofOption },
    right: {
      about: "1 if the choice is right, 0 if wrong; empty without a choice",
      cell: rightOrWrong,
    },
    confidence: {
      about: "confidence from 0 to 1: from the slider, or the probability given to the chosen option",
      cell: share.nullable(),
    },
    probabilities: {
      about: "probabilities given to the options, in the order of their numbers; empty if not asked",
      cell: z.array(share).nullable().optional(),
    },
  },
  cases: {
    "option*": { about: "name of the option with that number", cell: z.string() },
    gold: { about: "number of the right option", cell: ofOption },
    answer_length: {
      about: "number of tokens in the unknown speaker’s turn, if known",
      cell: z.int().nullable().optional(),
    },
  },
  predictions: {
    choice: {
      about: "number of the chosen option; empty for a failed call",
      cell: ofOption,
    },
    right: {
      about: "1 if the choice is right, 0 if wrong; empty for a failed call",
      cell: rightOrWrong,
    },
    probabilities: {
      about: "probabilities of the options, in the order of their numbers; empty if the run has none",
      cell: z.array(share).nullable().optional(),
    },
  },
  history: {
    choice: {
      about: "number of the option chosen at that time",
      cell: ofOption,
    },
    confidence: {
      about:
        "confidence at that time, from 0 to 1: from the slider, or the probability given to the chosen option",
      cell: share.nullable(),
    },
    probabilities: {
      about: "probabilities given to the options at that time, in the order of their numbers",
      cell: z.array(share).nullable().optional(),
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
  unlogged: null,
};
