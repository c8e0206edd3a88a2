import { csvLine } from "#lib/files/csv/cell.ts";
import { paperWidths } from "#lib/figures/look.ts";
import { renderSvg } from "#lib/figures/svg.ts";
import { renderLatexTable } from "#lib/reports/latex/write.ts";
import { escapeMarkdown } from "#lib/reports/markdown.ts";
import { declareLetters, escapeLatex } from "#lib/reports/tables/latex.ts";
import { renderCsv, renderMarkdownTable } from "#lib/reports/tables/printed-table.ts";
import { makeAnnotatorTable } from "#lib/review-exports/report/annotator-table.ts";
import { drawFunnel } from "#lib/review-exports/report/funnel.ts";
import { listReviewWarnings, renderReviewMethods } from "#lib/review-exports/report/methods.ts";
import { t } from "#lib/review-exports/report/words.ts";
import type { ReviewRows } from "#lib/reviews/results/rows-queries.ts";

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
