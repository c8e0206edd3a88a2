import { createTranslator } from "use-intl/core";
import { asPercent, inPercent, inRange, inCount } from "#lib/figures/written.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { reviewReasons, type ReviewBounded, type ReviewReason } from "#lib/metrics/review/review-reasons.ts";
import type { CoverageBand } from "#lib/metrics/review/coverage.ts";
import {
  areAllChecked,
  type FinalErrors,
  reviewFigures,
  type ReviewFigures,
} from "#lib/reviews/results/review-figures.ts";
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
];

/** The paragraph that a paper prints of how its cases were reviewed, from what was done. */
export function renderReviewMethods(rows: ReviewRows): string {
  const figures = reviewFigures(rows);
  return [
    formatDeciding(rows, figures),
    formatCoverage(rows),
    ...(rows.settings.blind ? [t("methods.blind")] : []),
    formatChecks(figures),
    ...formatAgreement(figures),
    formatAudit(figures),
    formatOutcome(figures),
    ...formatFilters(figures),
  ].join(" ");
}

function formatDeciding({ settings, batches }: ReviewRows, { annotators, funnel }: ReviewFigures): string {
  return t("methods.deciding", {
    annotators: annotators.length,
    items: inCount(funnel.items),
    decided: inCount(funnel.decided),
    reasons: settings.decisions.reasons.length,
    batches: batches.length,
    returned: batches.reduce((sum, { round }) => sum + round - 1, 0),
  });
}

function formatCoverage({ settings: { coverage } }: ReviewRows): string {
  const { first, by, level, bands } = coverage;
  const written = bands.map((band, i) => formatBand(band, bands[i + 1]?.from ?? null)).join("; ");
  return t("methods.coverage", { first, by, level: inPercent(level, 0), bands: written });
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

const formatChecks = ({ funnel }: ReviewFigures): string =>
  t("methods.checks", {
    checked: inCount(funnel.checked),
    decided: inCount(funnel.decided),
    corrected: inCount(funnel.corrected),
    wrong: funnel.corrected,
  });

const inCases = (n: number) => ({ count: n, n: inCount(n) });

function formatAgreement({ agreement: { reviewers, blind } }: ReviewFigures): string[] {
  return [
    ...(reviewers.n > 0
      ? [t("methods.reviewers", { ...inCases(reviewers.n), share: formatBounded(reviewers.agreement) })]
      : []),
    ...(blind.n > 0
      ? [t("methods.blindAgreement", { ...inCases(blind.n), share: formatBounded(blind.agreement) })]
      : []),
  ];
}

function formatAudit({ agreement: { audit } }: ReviewFigures): string {
  const { disagreedWithRight, disagreedWithWrong } = audit;
  if (audit.done === 0) return t("methods.noAudit");
  return t("methods.audit", {
    n: inCount(audit.done),
    right: inCount(disagreedWithRight.count),
    ofRight: inCount(disagreedWithRight.of),
    wrong: inCount(disagreedWithWrong.count),
    ofWrong: inCount(disagreedWithWrong.of),
  });
}

function formatOutcome({ retention, errors: { accepted } }: ReviewFigures): string {
  const kept = t("methods.kept", {
    accepted: inCount(retention.count),
    decided: inCount(retention.of),
    share: formatBounded(retention),
  });
  const { rate, remaining } = accepted;
  const among = inCount(accepted.among);
  if (rate.value === null)
    return `${kept} ${t("methods.noErrorRate", { reason: formatReviewReason(rate.reason) })}`;
  const unchecked = inCount(remaining.unchecked);
  const ifRight = areAllChecked(accepted)
    ? t("methods.allChecked", { among })
    : t("methods.errorRate", { share: formatBounded(rate, 2), unchecked, among });
  return `${kept} ${ifRight} ${formatMissed(accepted)}`;
}

function formatMissed({ corrected, remaining: { audited, missed, missRate } }: FinalErrors): string {
  if (corrected.value === null) return t("methods.uncorrected");
  return t("methods.corrected", {
    audited: inCount(audited),
    missed,
    share: formatBounded(corrected, 2),
    rate: missRate === null ? "none" : asPercent(missRate, 0),
  });
}

const formatFilters = ({ agreement: { filters } }: ReviewFigures): string[] =>
  filters.map(({ judge, all: { n, agreement, precision, recall } }) =>
    n === 0
      ? t("methods.filterOfNone", { model: judge })
      : t("methods.filter", {
          model: judge,
          n: inCount(n),
          agreement: formatBounded(agreement),
          precision: formatBounded(precision),
          rejected: inCount(precision.of),
          recall: formatBounded(recall),
          rejectedInTheEnd: inCount(recall.of),
        }),
  );
