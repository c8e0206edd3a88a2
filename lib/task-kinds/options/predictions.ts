import { z } from "zod";
import { inferMissing } from "#lib/metrics/scores/missing-probability.ts";
import { scoreOptions } from "#lib/metrics/scores/item-score.ts";
import { writtenNoise } from "#lib/model-answers/read-answer.ts";
import type {
  AnsweredCase,
  PredictionResult,
  PredictionFiles,
  PredictionScore,
  StoredPrediction,
} from "#lib/task-kinds/case-files.ts";

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
export type OptionsPrediction = {
  probabilities?: readonly (number | null)[] | Readonly<Record<string, number>> | null;
  /** The option that the file says was chosen. */
  choice?: string | null;
  /** Whoever read it had to mend it. */
  repaired?: boolean;
};

/** An answer that has nothing to be told of it; of a failed call nothing was mended. */
export const keep = ({
  failed,
  repaired = false,
  ...given
}: Pick<StoredPrediction, "failed" | "choice"> & Partial<StoredPrediction>): PredictionResult => ({
  ok: true,
  prediction: { failed, repaired: !failed && repaired, probabilities: [], ...given },
  normalised: false,
  differs: false,
});

export const refuse = (column: string, problem: string, found: unknown): PredictionResult => ({
  ok: false,
  column,
  problem,
  found: String(found ?? ""),
});

type ReadProbabilities =
  | { ok: true; probabilities: readonly number[]; repaired: boolean; normalised: boolean }
  | { ok: false; option: number | null; problem: string; found: string };

/** What adding up leaves. */
const noise = 1e-9;
const tolerance = 0.01;

/**
 * The probabilities of one row, in option order. One that is missing is what the others leave; a sum within 1e-5 of 1
 * stays as it is, one within 1 % is made 1; everything else is refused, with the option it lies at.
 */
export function completeProbabilities(
  given: readonly (number | null)[],
  optionCount: number,
): ReadProbabilities {
  const refuse = (option: number | null, problem: string, found: string) =>
    ({ ok: false, option, problem, found }) as const;
  const tooMany = given.findIndex((value, index) => index >= optionCount && value !== null);
  if (tooMany >= 0)
    return refuse(
      tooMany,
      `a probability for option ${tooMany + 1}, but the case has ${optionCount} options`,
      String(given[tooMany]),
    );
  const filled = Array.from({ length: optionCount }, (_, index) => given[index] ?? null);
  const wrong = filled.findIndex((value) => value !== null && !(value >= 0 && value <= 1 + tolerance));
  if (wrong >= 0) return refuse(wrong, "a probability must be between 0 and 1", String(filled[wrong]));
  const missing = filled.filter((value) => value === null).length;
  if (missing > 1) {
    return refuse(
      filled.indexOf(null),
      `${missing} of ${optionCount} probabilities are missing: at most one can be inferred from the others`,
      "",
    );
  }
  const complete = (missing === 1 ? inferMissing(filled) : filled) as readonly number[];
  const sum = complete.reduce((total, value) => total + value, 0);
  if (Math.abs(sum - 1) > tolerance + noise)
    return refuse(null, "the probabilities don’t sum to 1 (within 1%)", `${complete.join(" + ")} = ${sum}`);
  const normalised = Math.abs(sum - 1) > writtenNoise;
  return {
    ok: true,
    probabilities: normalised ? complete.map((value) => value / sum) : complete,
    repaired: missing === 1,
    normalised,
  };
}

function hold(
  { probabilities: all, choice: named, repaired: wasMended = false }: OptionsPrediction,
  failed: boolean,
  { optionNames }: AnsweredCase,
): PredictionResult {
  if (failed) return keep({ failed, choice: null });
  const stated = named == null ? -1 : optionNames.indexOf(named);
  if (all == null)
    return stated < 0
      ? refuse("choice", `not one of the options: ${optionNames.join(" | ")}`, named)
      : keep({ failed, repaired: wasMended, choice: stated });
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

const unscored = {
  correct: null,
  rank: null,
  above: null,
  tied: null,
  confidence: null,
  squaredError: null,
  bin: null,
};

/** Where no right answer is known, or nothing is right or wrong, there is nothing to score. */
export const scoreNothing = ({ failed, choice }: StoredPrediction): PredictionScore => ({
  ...unscored,
  choice: failed ? null : choice,
});

/** Of an answer that is one of the options. */
export function scoreChoice(prediction: StoredPrediction, gold: number | null): PredictionScore {
  if (gold === null) return scoreNothing(prediction);
  const { failed, choice, probabilities } = prediction;
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
export const optionPredictions: PredictionFiles<OptionsPrediction> = {
  keys,
  words: ["probabilities", "a choice"],
  hold,
  write,
};
