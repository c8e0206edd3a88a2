import { inCount, inPercent, inRange } from "#lib/figures/written.ts";
import type { ReviewBounded } from "#lib/metrics/review/review-reasons.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { t, formatReviewReason } from "#lib/review-exports/report/words.ts";
import { type AnnotatorFigures, reviewFigures } from "#lib/reviews/results/review-figures.ts";
import type { ReviewRows } from "#lib/reviews/results/rows-queries.ts";

/** InterviewSim's Table 5 of this review: accuracy of every annotator, and how much of theirs is checked. */
export function makeAnnotatorTable(rows: ReviewRows): PrintedTable {
  const { annotators } = reviewFigures(rows);
  const numeric = { numeric: true };
  return {
    name: "table5",
    caption: t(rows.review.hasSimulated ? "table.captionSimulated" : "table.caption"),
    notes: [t("table.note")],
    columns: [
      { label: t("table.annotator"), numeric: false },
      { label: t("table.decisions"), ...numeric },
      { label: t("table.checked"), ...numeric },
      { label: t("table.right"), ...numeric },
      { label: t("table.accuracy"), ...numeric },
      { label: t("table.weighted"), ...numeric },
      { label: t("table.strategy"), numeric: false },
    ],
    groups: [
      annotators.map((one) => ({
        id: `${one.annotator}`,
        cells: [
          t("table.number", { number: one.annotator }),
          inCount(one.decisions),
          inCount(one.reviewed),
          inCount(one.right),
          formatCell(one.naive),
          formatCell(one.weighted),
          t(`strategies.${one.strategy}`),
        ],
      })),
    ],
    csv: [
      [
        "annotator",
        "simulated",
        "decisions",
        "checked",
        "right",
        "accuracy",
        "low",
        "high",
        "weighted",
        "weighted_low",
        "weighted_high",
        "rate",
        "strategy",
      ],
      ...annotators.map(listNumbers),
    ],
  };
}

const formatCell = ({ value, low, high, reason }: ReviewBounded): string =>
  value === null || low === null || high === null
    ? formatReviewReason(reason)
    : `${inPercent(value, 2)} (${inRange(low, high)})`;

const listNumbers = ({ naive, weighted, ...one }: AnnotatorFigures) => [
  one.annotator,
  Number(one.isSimulated),
  one.decisions,
  one.reviewed,
  one.right,
  naive.value,
  naive.low,
  naive.high,
  weighted.value,
  weighted.low,
  weighted.high,
  one.rate,
  one.strategy,
];
