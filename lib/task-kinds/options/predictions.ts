import { z } from "zod";
import { scoreOptions } from "#lib/metrics/scores/item-score.ts";
import type {
  AnsweredCase,
  HeldPrediction,
  PredictionFiles,
  PredictionScore,
  StoredPrediction,
} from "#lib/task-kinds/case-files.ts";
import { completeProbabilities } from "#lib/task-kinds/options/probabilities.ts";

const text = z.string("This must be text.");
const number = z.number("This must be a number.");

const keys = {
  probabilities: z
    .union(
      [z.array(number.nullable()), z.record(z.string(), number)],
      "probabilities must be a list in option order, or an object with a number per option.",
    )
    .nullish(),
  choice: text.nullish(),
};

/** A model's answer as a file gives it. */
export type GivenOptions = {
  probabilities?: readonly (number | null)[] | Readonly<Record<string, number>> | null;
  /** The option that the file says was chosen. */
  choice?: string | null;
  /** Whoever read it had to mend it. */
  repaired?: boolean;
};

function hold(
  { probabilities: all, choice: named, repaired: wasMended = false }: GivenOptions,
  failed: boolean,
  { optionNames }: AnsweredCase,
): HeldPrediction {
  const refuse = (column: string, problem: string, found: string) =>
    ({ ok: false, column, problem, found }) as const;
  if (failed) {
    const prediction = { failed, repaired: false, choice: null, probabilities: [] };
    return { ok: true, prediction, normalised: false, differs: false };
  }
  const stated = named == null ? -1 : optionNames.indexOf(named);
  if (all == null) {
    if (stated < 0)
      return refuse("choice", `not one of the options: ${optionNames.join(" | ")}`, named ?? "");
    const prediction = { failed, repaired: wasMended, choice: stated, probabilities: [] };
    return { ok: true, prediction, normalised: false, differs: false };
  }
  const given = inOrder(all, optionNames);
  if ("unknown" in given)
    return refuse(
      "probabilities",
      `not an option of this case, which has ${optionNames.join(" | ")}`,
      given.unknown,
    );
  const complete = completeProbabilities(given.values, optionNames.length);
  if (!complete.ok) return refuse(`prob${(complete.option ?? 0) + 1}`, complete.problem, complete.found);
  const { probabilities, repaired, normalised } = complete;
  const choice = probabilities.indexOf(Math.max(...probabilities));
  return {
    ok: true,
    prediction: { failed, repaired: repaired || wasMended, choice, probabilities },
    normalised,
    differs: named != null && stated !== choice,
  };
}

function inOrder(
  given: readonly (number | null)[] | Readonly<Record<string, number>>,
  names: readonly string[],
): { values: readonly (number | null)[] } | { unknown: string } {
  if (Array.isArray(given)) return { values: given as readonly (number | null)[] };
  const byName = new Map(Object.entries(given));
  const unknown = [...byName.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) return { unknown };
  return { values: names.map((name) => byName.get(name) ?? null) };
}

export const unscored = {
  correct: null,
  rank: null,
  above: null,
  tied: null,
  confidence: null,
  squaredError: null,
  bin: null,
};

/** Where no right answer is known there is nothing to score. */
function score({ failed, choice, probabilities }: StoredPrediction, gold: number | null): PredictionScore {
  if (gold === null) return { ...unscored, choice: failed ? null : choice };
  const scored = probabilities.length === 0 ? null : scoreOptions(probabilities, gold);
  const chosen = failed ? null : (scored?.choice ?? choice);
  return {
    choice: chosen,
    correct: chosen === null ? null : chosen === gold,
    rank: scored?.rank ?? null,
    above: scored?.above ?? null,
    tied: scored?.tied ?? null,
    confidence: scored?.confidence ?? null,
    squaredError: scored?.squaredError ?? null,
    bin: scored?.bin ?? null,
  };
}

const write = ({ probabilities, choice }: StoredPrediction, optionNames: readonly string[]) =>
  probabilities.length > 0 ? { probabilities } : { choice: optionNames[choice ?? -1] };

/** Of kinds whose answer is one of the case's options: how probable each is, or just which. */
export const optionPredictions: PredictionFiles<GivenOptions> = {
  keys,
  words: ["probabilities", "a choice"],
  csv: null,
  hold,
  score,
  write,
};
