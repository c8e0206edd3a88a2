import { getTranslations } from "next-intl/server";
import { inPercent, inRange } from "#lib/figures/written.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import type { Interval, ModelReason } from "#lib/study-results/overview/types.ts";
import type { Who } from "#lib/study-results/schema.ts";

const worded = [
  "no_items",
  "no_ranks",
  "no_variation",
  "too_many_pairs",
  "degenerate",
  "by_selection",
  "choices_only",
] as const;
export type ReasonKey = (typeof worded)[number] | "other";

export const reasonKey = (reason: ModelReason): ReasonKey => worded.find((key) => key === reason) ?? "other";

/** Points may lie on both sides of 0, where a dash would be read as a minus. */
export const inPointRange = (low: number, high: number): string =>
  low < 0 || high < 0 ? `${inPercent(low)} to ${inPercent(high)}` : inRange(low, high);

/** What stands in brackets behind a figure: its interval and how that was made, or why there is none. */
export async function wordInterval(
  interval: Interval | null,
  who: Who,
  { isBrief = false, turned = false, write = inRange as (low: number, high: number) => string } = {},
): Promise<string> {
  const t = await getTranslations("resultsOverview");
  if (!interval) return t("interval.pending");
  const { low, high, method, n, reason } = interval;
  if (low === null || high === null)
    return t("interval.none", { reason: t(`reasons.${reasonKey(reason ?? "no_items")}`) });
  const level = Math.round(100 * defaultLevel);
  const range = turned ? write(-high, -low) : write(low, high);
  return isBrief && method !== "wilson"
    ? t("interval.plain", { level, range })
    : t(`interval.${method}`, { level, range, who, n: n ?? 0 });
}
