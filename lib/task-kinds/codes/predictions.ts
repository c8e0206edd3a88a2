import { z } from "zod";
import type { AnsweredCase, HeldPrediction, PredictionFiles } from "#lib/task-kinds/case-files.ts";
import { joinCodes, listCodes } from "#lib/task-kinds/codes/form.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";

const keys = {
  labels: z
    .array(fileWords, "labels is a list of the codes that were found; an empty one if none fits.")
    .nullish(),
};
type GivenCodes = { labels?: readonly string[] | null };

function hold({ labels }: GivenCodes, failed: boolean, { optionNames }: AnsweredCase): HeldPrediction {
  const keep = (choice: number | null): HeldPrediction => ({
    ok: true,
    prediction: { failed, repaired: false, choice, probabilities: [] },
    normalised: false,
    differs: false,
  });
  const refuse = (problem: string, found: string): HeldPrediction => ({
    ok: false,
    column: "labels",
    problem,
    found,
  });
  if (failed) return keep(null);
  if (labels == null) return refuse("a judge of this case gives the codes it found as a list, in labels", "");
  const unknown = labels.find((name) => !optionNames.includes(name));
  if (unknown !== undefined) return refuse(`not one of the codes: ${optionNames.join(", ")}`, unknown);
  const twice = labels.find((name, at) => labels.indexOf(name) !== at);
  if (twice !== undefined) return refuse("the same code twice", twice);
  return keep(joinCodes(labels.map((name) => optionNames.indexOf(name))));
}

const unscored = {
  correct: null,
  rank: null,
  above: null,
  tied: null,
  confidence: null,
  squaredError: null,
  bin: null,
};

/** What a judge found: all codes that fit, in one list. Nothing of it is right or wrong as a whole. */
export const codesPredictions: PredictionFiles<GivenCodes> = {
  keys,
  words: ["labels"],
  csv: null,
  hold,
  score: ({ failed, choice }) => ({ ...unscored, choice: failed ? null : choice }),
  write: ({ choice }, optionNames) => ({ labels: listCodes(choice ?? 0).map((at) => optionNames[at]) }),
};
