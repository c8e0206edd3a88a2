import { z } from "zod";
import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import { choiceFiles } from "#lib/task-kinds/choice/case-files.ts";
import type { ChoiceContent, OwnCase } from "#lib/task-kinds/choice/schema.ts";
import type { ChoiceValue } from "#lib/task-kinds/choice/value.ts";
import type { ServerKind } from "#lib/task-kinds/kind.ts";
import { exportedOptions } from "#lib/task-kinds/options/columns.ts";
import { optionResults } from "#lib/task-kinds/options/results.ts";
import { simulatedOptions } from "#lib/task-kinds/options/simulation.ts";

const share = z.number().min(0).max(1);

export const choiceServer: ServerKind<ChoiceContent, ChoiceValue, OwnCase> = {
  name: "choice",
  ...choiceFiles,
  ...optionResults,
  ...exportedOptions,
  simulate: simulatedOptions,
  answer: {
    choice: z.int().min(0).max(25).nullable().default(null),
    /** One for each option shown, in the order shown; empty where it isn't asked or not given yet. */
    probabilities: z.array(share).max(26).default([]),
  },
  layOut(optionCount, order, seed, name) {
    const inOrder = Array.from({ length: optionCount }, (_, option) => option);
    return order === "random"
      ? orderBySeed(inOrder, seed, (option) => `option\n${name}\n${option}`)
      : inOrder;
  },
};
