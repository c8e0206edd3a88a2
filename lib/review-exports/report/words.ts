import { createTranslator } from "use-intl/core";
import { asPercent, inPercent, inRange } from "#lib/figures/written.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { reviewReasons, type ReviewBounded, type ReviewReason } from "#lib/metrics/review/review-reasons.ts";

/** Reports are in English, whatever the screens are in. */
export const t = createTranslator({ locale: "en", messages: en, namespace: "reviewReport" });

const worded = ["no_items", "one_category", "no_error", ...reviewReasons] as const;

export const formatReviewReason = (reason: ReviewReason | null): string =>
  t(`reasons.${worded.find((one) => one === reason) ?? "other"}`);

/** "1.8% (95% CI 1.2–2.9)", or why there is no such figure. */
export function formatBounded({ value, low, high, reason }: ReviewBounded, decimals = 1): string {
  if (value === null) return formatReviewReason(reason);
  if (low === null || high === null) return `${asPercent(value, decimals)} (${formatReviewReason(reason)})`;
  return t("interval", { value: inPercent(value, decimals), range: inRange(low, high, decimals) });
}
