import type { useTranslations } from "next-intl";
import { inPointRange } from "#components/study-results/overview/interval-words.ts";
import { ends, nothing } from "#components/study-results/figure-cells.ts";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import { inRange } from "#lib/figures/written.ts";
import type { Interval } from "#lib/study-results/overview/types.ts";

type RangeWords = ReturnType<typeof useTranslations<"resultsOverview.interval">>;
type Given = { interval: Interval | null; isPending: boolean; isGap?: boolean };

/** An interval as the overview has it. Dots while it is being computed. What isn't resampled says so. */
export function range(t: RangeWords, { interval, isPending, isGap = false }: Given): Cell {
  if (isPending) return { text: "…", isMuted: true };
  if (!interval || interval.low === null || interval.high === null) return nothing;
  const { low, high, method, n } = interval;
  const written = ends(low, high, isGap ? inPointRange : inRange);
  if (method !== "wilson" || n === null) return written;
  return [written, { line: t("wilsonShort", { n }), isMuted: true }];
}

/** In place of a figure, and why it isn't there. */
export const withheld = (text: string, why?: string | null): Words => ({
  text,
  title: why ?? undefined,
  isMuted: true,
  isWhole: true,
});
