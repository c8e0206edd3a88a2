import { createTranslator } from "use-intl/core";
import { asPercent, inPercent, inRange, inCount } from "#lib/figures/written.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import type { CoverageBand } from "#lib/metrics/review/coverage.ts";
import { reviewReasons, type ReviewBounded, type ReviewReason } from "#lib/metrics/review/review-reasons.ts";
import { areAllChecked, type FinalErrors, reviewFigures } from "#lib/reviews/results/review-figures.ts";
import type { ReviewRows } from "#lib/reviews/results/rows-queries.ts";

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

/** What has to be read before any figure. */
export const listReviewWarnings = ({ review }: Pick<ReviewRows, "review">): string[] => [
  ...(review.hasSimulated ? [t("warnings.simulated")] : []),
  ...(review.state === "closed" ? [] : [t("warnings.interim")]),
  ...(review.reopenings > 0 ? [t("warnings.reopened", { count: review.reopenings })] : []),
];

const inCases = (n: number) => ({ count: n, n: inCount(n) });

/** The paragraph that a paper prints of how its cases were reviewed, from what was done. */
export function renderReviewMethods(rows: ReviewRows): string {
  const { settings, batches } = rows;
  const { annotators, agreement, errors, funnel, retention } = reviewFigures(rows);
  const { first, by, level, bands } = settings.coverage;
  const { reviewers, blind, audit, filters } = agreement;
  const { disagreedWithRight, disagreedWithWrong } = audit;
  return [
    t("methods.deciding", {
      annotators: annotators.length,
      items: inCount(funnel.items),
      decided: inCount(funnel.decided),
      reasons: settings.decisions.reasons.length,
      batches: batches.length,
      returned: batches.reduce((sum, { round }) => sum + round - 1, 0),
    }),
    t("methods.coverage", {
      first,
      by,
      level: inPercent(level, 0),
      bands: bands.map((band, i) => formatBand(band, bands[i + 1]?.from ?? null)).join("; "),
    }),
    settings.blind && t("methods.blind"),
    t("methods.checks", {
      checked: inCount(funnel.checked),
      decided: inCount(funnel.decided),
      corrected: inCount(funnel.corrected),
      wrong: funnel.corrected,
    }),
    reviewers.n > 0 &&
      t("methods.reviewers", { ...inCases(reviewers.n), share: formatBounded(reviewers.agreement) }),
    blind.n > 0 &&
      t("methods.blindAgreement", { ...inCases(blind.n), share: formatBounded(blind.agreement) }),
    audit.done === 0
      ? t("methods.noAudit")
      : t("methods.audit", {
          n: inCount(audit.done),
          right: inCount(disagreedWithRight.count),
          ofRight: inCount(disagreedWithRight.of),
          wrong: inCount(disagreedWithWrong.count),
          ofWrong: inCount(disagreedWithWrong.of),
        }),
    t("methods.kept", {
      accepted: inCount(retention.count),
      decided: inCount(retention.of),
      share: formatBounded(retention),
    }),
    ...formatErrors(errors.accepted),
    ...filters.map(({ judge, all: { n, agreement: agreed, precision, recall } }) =>
      n === 0
        ? t("methods.filterOfNone", { model: judge })
        : t("methods.filter", {
            model: judge,
            n: inCount(n),
            agreement: formatBounded(agreed),
            precision: formatBounded(precision),
            rejected: inCount(precision.of),
            recall: formatBounded(recall),
            rejectedInTheEnd: inCount(recall.of),
          }),
    ),
  ]
    .filter((sentence) => sentence !== false)
    .join(" ");
}

function formatBand({ from, rateFrom, rateTo }: CoverageBand, to: number | null): string {
  const share =
    rateFrom === rateTo
      ? asPercent(rateFrom, 0)
      : t("methods.falling", { from: asPercent(rateFrom, 0), to: asPercent(rateTo, 0) });
  if (from === 0)
    return t("methods.lowest", {
      to: to === null ? "" : asPercent(to, 0),
      share,
      isAll: String(to === null),
    });
  if (to === null) return t("methods.highest", { from: asPercent(from, 0), share });
  return t("methods.between", { from: asPercent(from, 0), to: asPercent(to, 0), share });
}

/** How many of the accepted cases should have been rejected. */
function formatErrors(accepted: FinalErrors): string[] {
  const { rate, corrected, remaining } = accepted;
  const among = inCount(accepted.among);
  if (rate.value === null) return [t("methods.noErrorRate", { reason: formatReviewReason(rate.reason) })];
  const { audited, missed, missRate } = remaining;
  return [
    areAllChecked(accepted)
      ? t("methods.allChecked", { among })
      : t("methods.errorRate", {
          share: formatBounded(rate, 2),
          unchecked: inCount(remaining.unchecked),
          among,
        }),
    corrected.value === null
      ? t("methods.uncorrected")
      : t("methods.corrected", {
          audited: inCount(audited),
          missed,
          share: formatBounded(corrected, 2),
          rate: missRate === null ? "none" : asPercent(missRate, 0),
        }),
  ];
}
