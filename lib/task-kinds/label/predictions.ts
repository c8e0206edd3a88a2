import { z } from "zod";
import type { PredictionFiles } from "#lib/task-kinds/case-files.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";
import { joinCodes, listCodes } from "#lib/task-kinds/label/value.ts";
import {
  keep,
  optionPredictions,
  refuse,
  scoreNothing,
  type GivenOptions,
} from "#lib/task-kinds/options/predictions.ts";

const ofOne = {
  label: z.string("This must be text.").nullish(),
  probabilities: optionPredictions.keys["probabilities"] as z.ZodType<GivenOptions["probabilities"]>,
};
type GivenLabel = { label?: string | null } & Pick<GivenOptions, "probabilities" | "repaired">;

/** What a judge gave: one of the labels, or how probable each is. */
export const labelPredictions: PredictionFiles<GivenLabel> = {
  ...optionPredictions,
  keys: ofOne,
  words: ["a label", "probabilities"],
  hold({ label = null, probabilities = null, repaired = false }, failed, subject) {
    const held = optionPredictions.hold({ choice: label, probabilities, repaired }, failed, subject);
    if (held.ok || held.column !== "choice") return held;
    return { ...held, column: "label", problem: `not one of the labels: ${subject.optionNames.join(", ")}` };
  },
  write: ({ probabilities, choice }, optionNames) =>
    probabilities.length > 0 ? { probabilities } : { label: optionNames[choice ?? -1] },
};

const ofMany = {
  labels: z
    .array(fileWords, "labels is a list of the codes that were found; an empty one if none fits.")
    .nullish(),
};

/** What a judge found: all codes that fit, in one list. Nothing of it is right or wrong as a whole. */
export const codesPredictions: PredictionFiles<{ labels?: readonly string[] | null }> = {
  keys: ofMany,
  words: ["labels"],
  csv: null,
  hold({ labels }, failed, { optionNames }) {
    if (failed) return keep({ failed, choice: null });
    if (labels == null)
      return refuse("labels", "a judge of this case gives the codes it found as a list, in labels", null);
    const unknown = labels.find((name) => !optionNames.includes(name));
    if (unknown !== undefined)
      return refuse("labels", `not one of the codes: ${optionNames.join(", ")}`, unknown);
    const twice = labels.find((name, at) => labels.indexOf(name) !== at);
    if (twice !== undefined) return refuse("labels", "the same code twice", twice);
    return keep({ failed, choice: joinCodes(labels.map((name) => optionNames.indexOf(name))) });
  },
  score: scoreNothing,
  write: ({ choice }, optionNames) => ({ labels: listCodes(choice ?? 0).map((at) => optionNames[at]) }),
};
