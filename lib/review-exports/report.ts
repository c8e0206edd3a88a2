import { inCount, inPercent, inRange } from "#lib/figures/written.ts";
import type { ReviewBounded } from "#lib/metrics/review/review-reasons.ts";
import { type PrintedTable, renderCsv, renderMarkdownTable } from "#lib/reports/tables/printed-table.ts";
import {
  t,
  formatReviewReason,
  listReviewWarnings,
  renderReviewMethods,
} from "#lib/review-exports/methods.ts";
import {
  type AnnotatorFigures,
  reviewFigures,
  type ReviewFigures,
} from "#lib/reviews/results/review-figures.ts";
import type { ReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { type CsvCell, csvLine } from "#lib/files/csv/cell.ts";
import type { FlowInput } from "#lib/figures/drawn/flow.ts";
import type { Figure } from "#lib/figures/figure.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { textIn } from "#lib/reviews/plan/schema.ts";
import { paperWidths } from "#lib/figures/look.ts";
import { renderSvg } from "#lib/figures/svg.ts";
import { renderLatexTable } from "#lib/reports/latex/write.ts";
import { escapeMarkdown } from "#lib/reports/markdown.ts";
import { declareLetters, escapeLatex } from "#lib/reports/tables/latex.ts";

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

export type FunnelFigure = { title: string; figure: Figure; csv: readonly (readonly CsvCell[])[] };

const wordsOf = (locale: Locale) => wordsIn(locale, "reviewReport.funnel");
type Rejection = { key: string; reason: string; count: number };

/** From the items to what was accepted, with who left on the way and why. */
export function drawFunnel(rows: ReviewRows, locale: Locale): FunnelFigure {
  const { funnel, reasons } = reviewFigures(rows);
  const words = new Map(
    rows.settings.decisions.reasons.map(({ key, words: of }) => [key, textIn(of, locale)]),
  );
  const rejections = reasons
    .filter(({ share }) => share.count > 0)
    .sort((a, b) => b.share.count - a.share.count)
    .map(({ kind, share }) => ({ key: kind, reason: words.get(kind) ?? kind, count: share.count }));
  return {
    title: wordsOf(locale)("title"),
    figure: { kind: "flow", input: { steps: drawSteps(funnel, rejections, locale) } },
    csv: [
      ["step", "reason", "items"],
      ["items", null, funnel.items],
      ["decided", null, funnel.decided],
      ["checked", null, funnel.checked],
      ["corrected", null, funnel.corrected],
      ["waiting for a check", null, funnel.waiting],
      ["rejected", null, funnel.rejected],
      ...rejections.map(({ key, count }) => ["rejected", key, count]),
      ["accepted", null, funnel.accepted],
      ["accepted in accepted batches", null, funnel.acceptedInBatches],
    ],
  };
}

function drawSteps(
  funnel: ReviewFigures["funnel"],
  rejections: readonly Rejection[],
  locale: Locale,
): FlowInput["steps"] {
  const t = wordsOf(locale);
  const undecided = funnel.items - funnel.decided;
  return [
    {
      id: "items",
      title: t("items", { n: inCount(funnel.items) }),
      lines: [],
      ...(undecided > 0 && { leaving: { title: t("undecided", { n: inCount(undecided) }), lines: [] } }),
    },
    {
      id: "decided",
      title: t("decided", { n: inCount(funnel.decided) }),
      lines: [
        t("checked", { n: inCount(funnel.checked) }),
        t("corrected", { n: inCount(funnel.corrected) }),
        ...(funnel.waiting > 0 ? [t("waiting", { n: inCount(funnel.waiting) })] : []),
      ],
      leaving: {
        title: t("rejected", { n: inCount(funnel.rejected) }),
        lines: rejections.map(({ reason, count }) => t("reason", { reason, n: inCount(count) })),
      },
    },
    {
      id: "accepted",
      title: t("accepted", { n: inCount(funnel.accepted) }),
      lines: [t("inBatches", { n: inCount(funnel.acceptedInBatches), batches: funnel.acceptedBatches })],
    },
  ];
}

type ReviewReportFile = { name: string; content: Buffer };

/** Above everything that can be taken out of the report on its own. */
export const listReviewHead = (rows: ReviewRows): string[] => [
  t("of", { title: rows.review.title, slug: rows.review.slug }),
  ...listReviewWarnings(rows),
  t("plan", { hash: rows.review.manifestHash }),
];

/** Methods, the table of annotators and the funnel, as a paper takes them; the same rows are the same bytes. */
export function renderReviewReport(rows: ReviewRows): ReviewReportFile[] {
  const head = listReviewHead(rows);
  const methods = renderReviewMethods(rows);
  const table = makeAnnotatorTable(rows);
  const { title, figure, csv } = drawFunnel(rows, "en");
  const markdown = [
    `# ${escapeMarkdown(t("title", { title: rows.review.title }))}`,
    ...head.map(escapeMarkdown),
    `## ${t("headings.methods")}`,
    escapeMarkdown(methods),
    `## ${t("headings.annotators")}`,
    table.caption,
    renderMarkdownTable(table),
    ...table.notes,
    "",
  ].join("\n\n");
  const latexHead = head.map((line) => `% ${line.replaceAll(/\s+/g, " ")}`).join("\n");
  const texts = {
    "report.md": markdown,
    "methods.tex": declareLetters(`${latexHead}\n${escapeLatex(methods)}\n`),
    "table5.tex": declareLetters(renderLatexTable(table, head)),
    "table5.csv": renderCsv(table),
    "funnel.svg": renderSvg(figure, { widthMm: paperWidths.double, name: title }),
    "funnel.csv": `\uFEFF${csv.map(csvLine).join("")}`,
  };
  return Object.entries(texts).map(([name, content]) => ({ name, content: Buffer.from(content) }));
}
