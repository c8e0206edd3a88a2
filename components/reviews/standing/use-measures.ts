import { useFormatter, useTranslations } from "next-intl";
import type { Cell } from "#components/ui/table/cell.tsx";
import { inDigits } from "#lib/figures/written.ts";
import { reviewReasons, type ReviewBounded, type ReviewReason } from "#lib/metrics/review/review-reasons.ts";

const worded = [...reviewReasons, "no_items", "one_category", "no_error"] as const;

/** Shares of a review in words: with their interval, or with why there is none. */
export function useMeasures() {
  const t = useTranslations("reviews.standing");
  const reasons = useTranslations("reviewReport.reasons");
  const format = useFormatter();
  const percent = (share: number, digits = 1) =>
    format.number(share, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits });
  const reasonOf = (reason: ReviewReason | null) => reasons(worded.find((one) => one === reason) ?? "other");
  const share = ({ value, low, high, reason }: ReviewBounded, digits = 1) => {
    if (value === null) return t("none", { reason: reasonOf(reason) });
    const shown = percent(value, digits);
    return low === null || high === null
      ? t("withoutInterval", { value: shown, reason: reasonOf(reason) })
      : t("share", { value: shown, low: percent(low, digits), high: percent(high, digits) });
  };
  /** As a cell of a table: what says why there is none may run over lines, a number never. */
  const shareCell = (bounded: ReviewBounded): Cell =>
    bounded.low === null ? share(bounded) : { text: share(bounded), isWhole: true };
  /** The same where a table has many columns: the interval below. */
  const narrowCell = (bounded: ReviewBounded): Cell => {
    const { value, low, high } = bounded;
    if (value === null || low === null || high === null) return share(bounded);
    const interval = t("interval", { low: percent(low), high: percent(high) });
    return [
      { text: percent(value), isWhole: true },
      { line: { text: interval, isWhole: true }, isMuted: true },
    ];
  };
  /** From −1 to 1. */
  const coefficient = ({ value, low, high, reason }: ReviewBounded): Cell => {
    const two = (number: number) => inDigits(number, 2);
    if (value === null) return t("none", { reason: reasonOf(reason) });
    const isBounded = low !== null && high !== null;
    const text = isBounded ? t("share", { value: two(value), low: two(low), high: two(high) }) : two(value);
    return { text, isWhole: true, title: isBounded ? undefined : reasonOf(reason) };
  };
  const whole = (count: number) => format.number(count);
  return { percent, reasonOf, share, shareCell, narrowCell, coefficient, whole };
}
