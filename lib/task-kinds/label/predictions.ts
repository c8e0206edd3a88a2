import { z } from "zod";
import type { PredictionFiles } from "#lib/task-kinds/case-files.ts";
import { optionPredictions, type GivenOptions } from "#lib/task-kinds/options/predictions.ts";

const keys = {
  label: z.string("This must be text.").nullish(),
  probabilities: optionPredictions.keys["probabilities"] as z.ZodType<GivenOptions["probabilities"]>,
};
type GivenLabel = { label?: string | null } & Pick<GivenOptions, "probabilities" | "repaired">;

/** What a judge gave: one of the labels, or how probable each is. */
export const labelPredictions: PredictionFiles<GivenLabel> = {
  ...optionPredictions,
  keys,
  words: ["a label", "probabilities"],
  hold({ label = null, probabilities = null, repaired = false }, failed, subject) {
    const held = optionPredictions.hold({ choice: label, probabilities, repaired }, failed, subject);
    if (held.ok || held.column !== "choice") return held;
    return { ...held, column: "label", problem: `not one of the labels: ${subject.optionNames.join(", ")}` };
  },
  write: ({ probabilities, choice }, optionNames) =>
    probabilities.length > 0 ? { probabilities } : { label: optionNames[choice ?? -1] },
};
