import type { AskedConfidence, Layout } from "#lib/task-kinds/kind.ts";

/** One option chosen, and where the study asks how sure one is of each, a share for each. Options by their places. */
export type ChoiceValue = { choice: number | null; probabilities: readonly number[] };

/** How far probabilities may miss a sum of 1: whole percents of 26 options, rounded. */
const sumTolerance = 0.011;

export function toStored(
  { choice, probabilities }: ChoiceValue,
  layout: Layout,
  { confidence }: AskedConfidence,
): ChoiceValue | null {
  const chosen = choice === null ? null : layout[choice];
  const isAsked = confidence.ask !== "off" && confidence.form === "options";
  if (chosen === undefined || (!isAsked && probabilities.length > 0) || !areWhole(probabilities, layout))
    return null;
  return {
    choice: chosen,
    probabilities: probabilities.map((_, option) => at(probabilities, layout.indexOf(option))),
  };
}

export const toShown = ({ choice, probabilities }: ChoiceValue, layout: Layout): ChoiceValue => ({
  choice: choice === null ? null : layout.indexOf(choice),
  probabilities: probabilities.map((_, place) => at(probabilities, layout[place] ?? -1)),
});

const at = (probabilities: readonly number[], place: number) => probabilities[place] ?? 0;

function areWhole(probabilities: readonly number[], { length }: Layout): boolean {
  if (probabilities.length === 0) return true;
  const sum = probabilities.reduce((all, one) => all + one, 0);
  return probabilities.length === length && Math.abs(sum - 1) <= sumTolerance;
}

export function listMissing(
  { choice, probabilities }: ChoiceValue,
  { confidence }: AskedConfidence,
): string[] {
  const isUnsure =
    confidence.ask === "required" && confidence.form === "options" && probabilities.length === 0;
  return [...(choice === null ? ["choice"] : []), ...(isUnsure ? ["confidence"] : [])];
}
