import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import type { Coverage } from "#lib/reviews/plan/schema.ts";

/** What is known of an annotator before a decision: how many they made, and how many of those checked were right. */
export type Checked = { decided: number; reviewed: number; right: number };
export type Rate = {
  /** The share of decisions that is checked. */
  rate: number;
  /** Which of the bands it comes from, the first being 0; null among the first decisions, all of which are checked. */
  band: number | null;
};

/** What stands for an annotator's accuracy; null where nothing of theirs has been checked. */
export function accuracyOf(
  { by, level }: Coverage,
  { reviewed, right }: Omit<Checked, "decided">,
): number | null {
  if (reviewed === 0) return null;
  return by === "estimate" ? right / reviewed : wilsonInterval(right, reviewed, level).low;
}

/** Of whom nothing is known, everything is checked that is checked of the worst. */
export function rateOf(coverage: Coverage, record: Checked): Rate {
  if (record.decided < coverage.first) return { rate: 1, band: null };
  const { bands } = coverage;
  const accuracy = accuracyOf(coverage, record) ?? 0;
  const band = bands.findLastIndex(({ from }) => accuracy >= from);
  const { from, rateFrom, rateTo } = bands[band] ?? { from: 0, rateFrom: 1, rateTo: 1 };
  const way = (accuracy - from) / ((bands[band + 1]?.from ?? 1) - from);
  return { rate: rateFrom + (rateTo - rateFrom) * way, band };
}

/** Of an annotator with this accuracy, how many of so many decisions are checked, if all goes as is to be expected. */
export function expectChecks(
  coverage: Coverage,
  { items, accuracy }: { items: number; accuracy: number },
): number {
  let checks = 0;
  for (let decided = 0; decided < items; decided++) {
    const reviewed = Math.floor(checks);
    checks += rateOf(coverage, { decided, reviewed, right: accuracy * reviewed }).rate;
  }
  return checks;
}
