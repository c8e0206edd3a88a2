import { requireCount } from "#lib/metrics/input-error.ts";
import { defaultLevel, wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";

/** From this accuracy on, up to where the next band begins (the last one, up to 1), the rate goes in a line from one to the other. */
export type CoverageBand = { readonly from: number; readonly rateFrom: number; readonly rateTo: number };

export type CoverageRule = {
  /** So many first decisions of each annotator are all checked. */
  readonly first: number;
  readonly by: "wilson" | "estimate";
  readonly level?: number;
  /** From the lowest accuracy, which is 0, to the highest. */
  readonly bands: readonly CoverageBand[];
};

/** What is known of an annotator before a decision: how many they made, how many of those were checked, and how many right. */
export type AnnotatorCounts = { readonly decided: number; readonly reviewed: number; readonly right: number };

export type CheckRate = {
  /** How likely the decision is to be checked. */
  readonly rate: number;
  /** The band it comes from, the first being 0; null among the first decisions, which are all checked. */
  readonly band: number | null;
};

/** What the bands are asked by; null where nothing has been checked. */
export function accuracyOf(
  { by, level = defaultLevel }: Pick<CoverageRule, "by" | "level">,
  { reviewed, right }: Pick<AnnotatorCounts, "reviewed" | "right">,
): number | null {
  requireCount(reviewed, "reviewed");
  requireCount(right, "right", reviewed);
  if (reviewed === 0) return null;
  return by === "estimate" ? right / reviewed : wilsonInterval(right, reviewed, level).low;
}

/** Of whom nothing is known, as much is checked as of the worst. */
export function rateOf(rule: CoverageRule, known: AnnotatorCounts): CheckRate {
  if (known.decided < rule.first) return { rate: 1, band: null };
  return rateAt(rule.bands, accuracyOf(rule, known) ?? 0);
}

export function rateAt(bands: readonly CoverageBand[], accuracy: number): { rate: number; band: number } {
  const band = Math.max(
    0,
    bands.findLastIndex(({ from }) => accuracy >= from),
  );
  const { from, rateFrom, rateTo } = bands[band] ?? { from: 0, rateFrom: 1, rateTo: 1 };
  const width = (bands[band + 1]?.from ?? 1) - from;
  const along = width > 0 ? Math.max(0, (accuracy - from) / width) : 0;
  return { rate: rateFrom + (rateTo - rateFrom) * along, band };
}

export const checkStrategies = ["full", "heavy", "light", "none"] as const;
export type CheckStrategy = (typeof checkStrategies)[number];

/** Between the heavy band's lowest rate, 30 %, and the light one's highest, 10 %, as InterviewSim's Table 5 uses these words. */
const minHeavy = 0.2;

export function strategyOf(rate: number): CheckStrategy {
  if (rate >= 1) return "full";
  if (rate <= 0) return "none";
  return rate >= minHeavy ? "heavy" : "light";
}
