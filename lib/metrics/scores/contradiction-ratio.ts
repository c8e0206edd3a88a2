import { MetricInputError } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";

export const entailmentLabels = ["entailment", "neutral", "contradiction"] as const;
export type EntailmentLabel = (typeof entailmentLabels)[number];

export function contradictionRatio(labels: readonly EntailmentLabel[]): Figures<"ratio"> {
  const strange = labels.find((label) => !entailmentLabels.includes(label));
  if (strange !== undefined)
    throw new MetricInputError("not_a_category", `${JSON.stringify(strange)} is not an entailment label`);
  if (labels.length === 0) return withoutFigures(["ratio"], "no_items");
  return { ratio: labels.filter((label) => label === "contradiction").length / labels.length, reason: null };
}
