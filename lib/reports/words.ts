import { createTranslator } from "use-intl/core";
import { inPercent, inPointRange, inPoints } from "#lib/figures/written.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { minForScale } from "#lib/metrics/rasch/scale.ts";
import type { PointKey } from "#lib/reports/schema.ts";
import { formatRunName, type RunName } from "#lib/studies/run-names.ts";
import type { Filter } from "#lib/studies/selectors/schema.ts";
import { formatSelectedCases } from "#lib/study-results/overview/selection-words.ts";
import type { SensitivityReason } from "#lib/study-results/overview/mixed-model.ts";
import type { Interval } from "#lib/study-results/overview/types.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import type { UnrankedReason } from "#lib/study-results/rows/rows.ts";
import type { ExclusionReason, Population } from "#lib/study-results/schema.ts";

/** What a report says stands on a page and in files alike, so it is worded here for both. */
export const t = createTranslator({ locale: "en", messages: en, namespace: "reports" });

const ofKinds = createTranslator({ locale: "en", messages: en, namespace: "cases.filter.kinds" });

/** As a list of cases calls it. */
export const formatKindName = (kind: KindName): string => ofKinds(kind);

const ofPoints = createTranslator({ locale: "en", messages: en, namespace: "cards.checklist.points" });

/** As a card names it. */
export const formatPointTitle = (key: PointKey): string => ofPoints(key);

const ofSensitivity = createTranslator({
  locale: "en",
  messages: en,
  namespace: "resultsOverview.sensitivity",
});

/** Whose answers a row or caption is about. */
export const namePeople = (who: Population): string => t(`names.${who}`);

const ofLeftOut = createTranslator({ locale: "en", messages: en, namespace: "results.allLeftOut.reasons" });

/** How many are left out for one reason. */
export const formatExclusions = (reason: ExclusionReason, count: number): string =>
  ofLeftOut(reason, { count });

/** Why there is no mixed model, as the overview says it. */
export const formatSensitivityReason = (reason: SensitivityReason): string =>
  ofSensitivity(`reasons.${reason}`, { people: minForScale.people, cases: minForScale.cases });

const worded = [
  "no_items",
  "no_ranks",
  "no_pairs",
  "one_category",
  "too_few_raters",
  "too_few_items",
  "unequal_ratings",
  "no_variation",
  "degenerate",
  "by_selection",
  "choices_only",
  "too_many_pairs",
  "interim",
  "own_categories",
  "mixed_categories",
  "undeclared_category",
  "too_few_groups",
  "disconnected",
  "unbeaten",
  "too_few",
  "no_right_answers",
] as const;

export function formatReason(reason: string | null, { least = 0, most = 0 } = {}): string {
  return t(`reasons.${worded.find((key) => key === reason) ?? "other"}`, { least, most });
}

export { formatRunName };

/** Why a run is in no ranking and in no test. */
export const formatApart = createTranslator({
  locale: "en",
  messages: en,
  namespace: "resultsApart.badge",
}) as (apart: UnrankedReason) => string;

/** With why it is in no ranking and in no test, where that is so. */
export const formatFullName = (run: RunName & { apart: UnrankedReason | null }): string =>
  run.apart === null
    ? formatRunName(run)
    : t("methods.apart", { name: formatRunName(run), apart: formatApart(run.apart) });

const list = new Intl.ListFormat("en-GB");
export const joinList = (items: readonly string[]): string => list.format(items);

/** Who filtered a benchmark, with the cases that left, for a sentence that has room for both. */
export const formatFilters = (filters: readonly Filter[]): { cases: string; list: string } => ({
  cases: formatSelectedCases(filters, "en") ?? "",
  list: joinList(
    filters.map((one) =>
      one.threshold === null
        ? formatRunName(one)
        : t("points.selection.filter", { name: formatRunName(one), threshold: one.threshold }),
    ),
  ),
});

type Ends = Pick<Interval, "low" | "high">;

export const formatRange = (interval: Ends | null): string =>
  interval === null || interval.low === null || interval.high === null
    ? "–"
    : inPointRange(interval.low, interval.high, (ends) => t("tables.ends", ends));

const within = (written: string, interval: Ends | null, write: (value: number) => string): string =>
  interval === null || interval.low === null || interval.high === null
    ? written
    : t("tables.interval", { value: written, low: write(interval.low), high: write(interval.high) });

/** A share with its interval, in percent without the sign. */
export const formatShare = (value: number | null, interval: Ends | null = null): string =>
  value === null ? "–" : within(inPercent(value), interval, inPercent);

/** A difference with its interval, in points. */
export const formatGap = (value: number | null, interval: Ends | null = null): string =>
  value === null ? "–" : within(inPoints(value), interval, inPoints);

export const formatDecimal = (value: number | null, digits = 3, interval: Ends | null = null): string => {
  const write = (number: number) => number.toFixed(digits).replace(/^-/, "−");
  return value === null ? "–" : within(write(value), interval, write);
};

/** Smaller than what is printed is told as such, and never as 0. */
export const formatP = (p: number | null): string =>
  p === null ? "–" : p < 0.001 ? "< 0.001" : p.toFixed(3);

/** By the calendar of Greenwich, wherever the report is made. */
export const formatDate = (at: Date | string): string => new Date(at).toISOString().slice(0, 10);
