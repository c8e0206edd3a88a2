import { groupedShare, type GroupedMean, type GroupedValues } from "#lib/metrics/grouped/grouped-mean.ts";
import { splitByPart } from "#lib/metrics/grouped/parts.ts";
import { MetricInputError } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";

export const entailmentLabels = ["entailment", "neutral", "contradiction"] as const;
export type EntailmentLabel = (typeof entailmentLabels)[number];

export function contradictionRatio(labels: readonly EntailmentLabel[]): Figures<"ratio"> {
  if (labels.length === 0) return withoutFigures(["ratio"], "no_items");
  return {
    ratio: markContradictions(labels).reduce((sum, one) => sum + one, 0) / labels.length,
    reason: null,
  };
}

function markContradictions(labels: readonly EntailmentLabel[]): Float64Array {
  const strange = labels.find((label) => !entailmentLabels.includes(label));
  if (strange !== undefined)
    throw new MetricInputError("not_a_category", `${JSON.stringify(strange)} is not an entailment label`);
  return Float64Array.from(labels, (label) => Number(label === "contradiction"));
}

/**
 * How often one label was given, by method, by category of questions or of people: over all labels of each part, for
 * groups like these, and where raters are named for raters like these.
 */
export const labelRatios = (
  { isGiven, ...by }: { isGiven: ArrayLike<number> } & Omit<GroupedValues, "value" | "stratum">,
  partOf: Int32Array,
  parts: number,
  level: number = defaultLevel,
): GroupedMean[] =>
  splitByPart({ value: Float64Array.from(isGiven), ...by }, partOf, parts).map((part) =>
    groupedShare(part, level),
  );
