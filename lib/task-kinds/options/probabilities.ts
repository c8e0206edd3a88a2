import { writtenNoise } from "#lib/model-answers/read-answer.ts";
import { inferMissing } from "#lib/metrics/scores/missing-probability.ts";

export type ReadProbabilities =
  | { ok: true; probabilities: readonly number[]; repaired: boolean; normalised: boolean }
  | { ok: false; option: number | null; problem: string; found: string };

const written = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** What adding up leaves. */
const noise = 1e-9;
const tolerance = 0.01;

/** A number as programs write it; what else it might be is said. Null for nothing. */
export function readNumber(text: string): { value: number | null } | { problem: string } {
  const trimmed = text.trim();
  if (trimmed === "") return { value: null };
  const value = Number(trimmed);
  if (written.test(trimmed))
    return Number.isFinite(value) ? { value } : { problem: "the number is too large to be stored" };
  if (/^[+-]?\d*,\d+$/.test(trimmed))
    return { problem: "decimal comma: write numbers with a point, such as 0.7" };
  if (/^[+-]?nan$/i.test(trimmed))
    return { problem: "NaN is not a number: leave the field empty if there is none" };
  return { problem: "not a number" };
}

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
