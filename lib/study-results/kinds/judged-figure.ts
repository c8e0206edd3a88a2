import type { UndefinedReason } from "#lib/metrics/measure.ts";
import type { Origin } from "#lib/study-results/kinds/origins.ts";

/** What people of one study made of one origin, where no answer is right or wrong. */
export type JudgedFigure = {
  measure: "mean" | "share" | "similarity";
  /** What two figures must have in common to stand side by side: a scale, a set of labels, a code book, with all that it says. */
  standard: { name: string; definition: string };
  /** Null where it is of all tracks. */
  track: string | null;
  origin: Origin;
  /** The label or the code; null where none fits, and of what has neither. */
  of: string | null;
  n: { answers: number; people: number; cases: number };
  isClaimable: boolean;
  mean: number | null;
  low: number | null;
  high: number | null;
  reason: UndefinedReason | null;
};
