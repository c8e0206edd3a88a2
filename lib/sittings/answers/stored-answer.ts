import { sumTolerance } from "#lib/sittings/limits.ts";
import type { AnswerValue } from "#lib/sittings/schema.ts";
import type { Need, Questions } from "#lib/studies/schema.ts";

/** What earlier pages never sent isn't stored either: the same answer, sent again, is the same to the byte. */
export type StoredValue = Omit<AnswerValue, "cannotRead" | "unfolded"> &
  Partial<Pick<AnswerValue, "cannotRead" | "unfolded">>;

/**
 * An answer as it is stored: options by their place in the case's own order. Null where it doesn't fit the
 * case as it was served, or says something that the study doesn't ask.
 */
export function toStored(
  value: AnswerValue,
  optionOrder: readonly number[],
  questions: Questions,
): StoredValue | null {
  const { cannotRead, unfolded, ...rest } = value.cannotRead ? { ...value, ...nothingChosen } : value;
  const { choice, probabilities } = rest;
  const chosen = choice === null ? null : optionOrder[choice];
  if (chosen === undefined || !isAskedOnly(value, questions) || !areWhole(probabilities, optionOrder))
    return null;
  const inCaseOrder = probabilities.map((_, option) => probabilities[optionOrder.indexOf(option)] ?? 0);
  const parts = { ...(cannotRead && { cannotRead }), ...(unfolded !== null && { unfolded }) };
  return { ...rest, choice: chosen, probabilities: inCaseOrder, ...parts };
}

const nothingChosen = { choice: null, probabilities: [], confidence: null };

/** The same answer as its participant sees it. */
export function toShown(value: AnswerValue, optionOrder: readonly number[]): AnswerValue {
  const shown = value.choice === null ? null : optionOrder.indexOf(value.choice);
  const probabilities = value.probabilities.map(
    (_, place) => value.probabilities[optionOrder[place] ?? -1] ?? 0,
  );
  return { ...value, choice: shown, probabilities };
}

function isAskedOnly(value: AnswerValue, questions: Questions): boolean {
  const { confidence, reason, knowsWork, flag, mayPass } = questions;
  const isOff = (need: Need) => need === "off";
  const slider = !isOff(confidence.ask) && confidence.form === "slider";
  const options = !isOff(confidence.ask) && confidence.form === "options";
  return (
    (slider || value.confidence === null) &&
    (options || value.probabilities.length === 0) &&
    (!isOff(reason) || value.reason === null) &&
    (!isOff(knowsWork) || value.knowsWork === null) &&
    (!isOff(flag) || !value.isFlagged) &&
    (mayPass === true || !value.cannotRead)
  );
}

function areWhole(probabilities: readonly number[], { length }: readonly number[]): boolean {
  if (probabilities.length === 0) return true;
  const sum = probabilities.reduce((all, one) => all + one, 0);
  return probabilities.length === length && Math.abs(sum - 1) <= sumTolerance;
}
