import { z } from "zod";
import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import type { AnswerKind } from "#lib/task-kinds/kind.ts";
import { addUp } from "#lib/task-kinds/options/form.ts";
import { asksOfEach, type OptionValue } from "#lib/task-kinds/options/value.ts";

const at = (probabilities: readonly number[], place: number) => probabilities[place] ?? 0;
const share = z.number().min(0).max(1);

/** One of several options. */
export const optionAnswers: AnswerKind<OptionValue> = {
  version: 1,
  answer: {
    choice: z.int().min(0).max(25).nullable().default(null),
    /** One for each option shown, in the order shown; empty where it isn't asked or not given yet. */
    probabilities: z.array(share).max(26).default([]),
  },
  isAskedOnly: ({ probabilities }, asked) => asksOfEach(asked) || probabilities.length === 0,
  toStored({ choice, probabilities }, layout) {
    const chosen = choice === null ? null : layout[choice];
    const areWhole = probabilities.length === layout.length && addUp(probabilities);
    if (chosen === undefined || !(areWhole || probabilities.length === 0)) return null;
    return {
      choice: chosen,
      probabilities: probabilities.map((_, option) => at(probabilities, layout.indexOf(option))),
    };
  },
  toShown: ({ choice, probabilities }, layout) => ({
    choice: choice === null ? null : layout.indexOf(choice),
    probabilities: probabilities.map((_, place) => at(probabilities, layout[place] ?? -1)),
  }),
  showGold: ({ choice }, layout) => (choice === null ? null : layout.indexOf(choice)),
  layOut(optionCount, order, seed, name) {
    const inOrder = Array.from({ length: optionCount }, (_, option) => option);
    return order === "random"
      ? orderBySeed(inOrder, seed, (option) => `option\n${name}\n${option}`)
      : inOrder;
  },
};

/** Scales, labels and codes have one order for everybody. */
export const inOneOrder = (options: number): number[] => Array.from({ length: options }, (_, one) => one);
