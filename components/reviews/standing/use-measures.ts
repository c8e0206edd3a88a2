import { useFormatter, useTranslations } from "next-intl";
import { reviewReasons, type ReviewBounded, type ReviewReason } from "#lib/metrics/review/review-reasons.ts";

const worded = [...reviewReasons, "no_items", "one_category", "no_error"] as const;

/** Shares of a review in words: with their interval, or with why there is none. */
export function useMeasures() {
  const t = useTranslations("reviews.standing");
  const reasons = useTranslations("reviewReport.reasons");
  const format = useFormatter();
  const percent = (share: number) =>
    format.number(share, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const reasonOf = (reason: ReviewReason | null) => reasons(worded.find((one) => one === reason) ?? "other");
  const share = ({ value, low, high, reason }: ReviewBounded) => {
    if (value === null) return t("none", { reason: reasonOf(reason) });
    return low === null || high === null
      ? t("withoutInterval", { value: percent(value), reason: reasonOf(reason) })
      : t("share", { value: percent(value), low: percent(low), high: percent(high) });
  };
  /** From −1 to 1. */
  const coefficient = ({ value, low, high, reason }: ReviewBounded) => {
    const two = (number: number) =>
      format.number(number, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    if (value === null) return t("none", { reason: reasonOf(reason) });
    return low === null || high === null
      ? two(value)
      : t("share", { value: two(value), low: two(low), high: two(high) });
  };
  return { percent, reasonOf, share, coefficient, whole: (count: number) => format.number(count) };
}
