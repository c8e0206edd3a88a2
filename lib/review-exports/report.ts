import type { FlowInput } from "#lib/figures/drawn/flow.ts";
import type { Figure } from "#lib/figures/figure.ts";
import { paperWidths } from "#lib/figures/look.ts";
import { renderSvg } from "#lib/figures/svg.ts";
import { inCount, inPercent, inRange } from "#lib/figures/written.ts";
import { type CsvCell, csvLine } from "#lib/files/csv/cell.ts";
import type { ReviewBounded } from "#lib/metrics/review/review-reasons.ts";
import { renderLatexTable } from "#lib/reports/latex/write.ts";
import { escapeMarkdown } from "#lib/reports/markdown.ts";
import { declareLetters, escapeLatex } from "#lib/reports/tables/latex.ts";
import { type PrintedTable, renderCsv, renderMarkdownTable } from "#lib/reports/tables/printed-table.ts";
import {
  t,
  formatReviewReason,
  listReviewWarnings,
  renderReviewMethods,
} from "#lib/review-exports/methods.ts";
import { textIn } from "#lib/reviews/plan/schema.ts";
import { type AnnotatorFigures, reviewFigures } from "#lib/reviews/results/review-figures.ts";
import { printPdf } from "#lib/study-results/figures/send.ts";
import type { ReviewRows } from "#lib/reviews/results/rows-queries.ts";

const columns = ["annotator", "decisions", "checked", "right", "accuracy", "weighted", "strategy"] as const;

/** What the table as numbers has of each annotator, by the names of its columns. */
const numbers: Readonly<Record<string, (one: AnnotatorFigures) => CsvCell>> = {
  annotator: ({ annotator }) => annotator,
  simulated: ({ isSimulated }) => Number(isSimulated),
  decisions: ({ decisions }) => decisions,
  checked: ({ reviewed }) => reviewed,
  right: ({ right }) => right,
  accuracy: ({ naive }) => naive.value,
  low: ({ naive }) => naive.low,
  high: ({ naive }) => naive.high,
  weighted: ({ weighted }) => weighted.value,
  weighted_low: ({ weighted }) => weighted.low,
  weighted_high: ({ weighted }) => weighted.high,
  rate: ({ rate }) => rate,
  strategy: ({ strategy }) => strategy,
};

/** InterviewSim's Table 5 of this review: accuracy of every annotator, and how much of theirs is checked. */
export function makeAnnotatorTable(rows: ReviewRows): PrintedTable {
  const { annotators } = reviewFigures(rows);
  return {
    name: "table5",
    caption: t(rows.review.hasSimulated ? "table.captionSimulated" : "table.caption"),
    notes: [t("table.note")],
    columns: columns.map((key) => ({
      label: t(`table.${key}`),
      numeric: key !== "annotator" && key !== "strategy",
    })),
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
      Object.keys(numbers),
      ...annotators.map((one) => Object.values(numbers).map((numberOf) => numberOf(one))),
    ],
  };
}

const formatCell = ({ value, low, high, reason }: ReviewBounded): string =>
  value === null || low === null || high === null
    ? formatReviewReason(reason)
    : `${inPercent(value, 2)} (${inRange(low, high)})`;

/** From the items to what was accepted, with who left on the way and why. */
export function drawFunnel(rows: ReviewRows) {
  const { funnel, reasons } = reviewFigures(rows);
  const named = rows.settings.decisions.reasons;
  const rejections = reasons
    .filter(({ share }) => share.count > 0)
    .sort((a, b) => b.share.count - a.share.count)
    .map(({ kind, share: { count } }) => {
      const words = named.find(({ key }) => key === kind)?.words;
      return { key: kind, reason: words ? textIn(words, "en") : kind, count };
    });
  const undecided = funnel.items - funnel.decided;
  const n = (what: "items" | "decided" | "checked" | "corrected" | "waiting" | "rejected" | "accepted") =>
    t(`funnel.${what}`, { n: inCount(funnel[what]) });
  const steps: FlowInput["steps"] = [
    {
      id: "items",
      title: n("items"),
      lines: [],
      ...(undecided > 0 && {
        leaving: { title: t("funnel.undecided", { n: inCount(undecided) }), lines: [] },
      }),
    },
    {
      id: "decided",
      title: n("decided"),
      lines: [n("checked"), n("corrected"), ...(funnel.waiting > 0 ? [n("waiting")] : [])],
      leaving: {
        title: n("rejected"),
        lines: rejections.map(({ reason, count }) => t("funnel.reason", { reason, n: inCount(count) })),
      },
    },
    {
      id: "accepted",
      title: n("accepted"),
      lines: [
        t("funnel.inBatches", { n: inCount(funnel.acceptedInBatches), batches: funnel.acceptedBatches }),
      ],
    },
  ];
  const figure: Figure = { kind: "flow", input: { steps } };
  const csv: CsvCell[][] = [
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
  ];
  return { title: t("funnel.title"), figure, csv };
}

type ReviewReportFile = { name: string; content: Buffer };

/** Above everything that can be taken out of the report on its own. */
export const listReviewHead = (rows: ReviewRows): string[] => [
  t("of", { title: rows.review.title, slug: rows.review.slug }),
  ...listReviewWarnings(rows),
  t("plan", { hash: rows.review.manifestHash }),
];

/** Methods, the table of annotators and the funnel, as a paper takes them; the same rows are the same bytes. */
export async function renderReviewReport(rows: ReviewRows, print = printPdf): Promise<ReviewReportFile[]> {
  const head = listReviewHead(rows);
  const methods = renderReviewMethods(rows);
  const table = makeAnnotatorTable(rows);
  const { title, figure, csv } = drawFunnel(rows);
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
  const page = { widthMm: paperWidths.double, name: title };
  const files = {
    "report.md": markdown,
    "methods.tex": declareLetters(`${latexHead}\n${escapeLatex(methods)}\n`),
    "table5.tex": declareLetters(renderLatexTable(table, head)),
    "table5.csv": renderCsv(table),
    "funnel.svg": renderSvg(figure, page),
    "funnel.pdf": await print(figure, page),
    "funnel.csv": `\uFEFF${csv.map(csvLine).join("")}`,
  };
  return Object.entries(files).map(([name, content]) => ({
    name,
    content: typeof content === "string" ? Buffer.from(content) : content,
  }));
}
