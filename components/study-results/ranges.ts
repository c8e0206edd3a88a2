import type { useTranslations } from "next-intl";
import { ends, nothing } from "#components/study-results/figure-cells.ts";
import type { Words } from "#components/ui/table/cell.tsx";
import { inPointRange, inRange } from "#lib/figures/written.ts";
import type { Interval } from "#lib/study-results/overview/types.ts";

/** An interval as the overview has it. */
export function range(
  interval: Pick<Interval, "low" | "high"> | null | undefined,
  write: (low: number, high: number) => string = inRange,
): Words {
  if (!interval || interval.low === null || interval.high === null) return nothing;
  return ends(interval.low, interval.high, write);
}

export type OverviewWords = ReturnType<typeof useTranslations<"resultsOverview">>;

/** An interval of a difference, whose ends the reader's language joins. */
export const inPointsOf =
  (t: OverviewWords) =>
  (low: number, high: number): string =>
    inPointRange(low, high, (both) => t("interval.ends", both));

/** In place of a figure, and why it isn't there. */
export const withheld = (text: string, why?: string | null): Words => ({
  text,
  title: why ?? undefined,
  isMuted: true,
  isWhole: true,
});
