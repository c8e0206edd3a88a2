import { ends, nothing } from "#components/study-results/figure-cells.ts";
import type { Words } from "#components/ui/table/cell.tsx";
import { inPointRange, inRange } from "#lib/figures/written.ts";
import type { Interval } from "#lib/study-results/overview/types.ts";

/** An interval as the overview has it. */
export function range(
  interval: Pick<Interval, "low" | "high"> | null | undefined,
  { isGap = false } = {},
): Words {
  if (!interval || interval.low === null || interval.high === null) return nothing;
  return ends(interval.low, interval.high, isGap ? inPointRange : inRange);
}

/** In place of a figure, and why it isn't there. */
export const withheld = (text: string, why?: string | null): Words => ({
  text,
  title: why ?? undefined,
  isMuted: true,
  isWhole: true,
});
