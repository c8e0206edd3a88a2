import "server-only";
import { csvLine } from "#lib/files/csv/cell.ts";
import { download } from "#lib/files/download.ts";
import { paperWidths } from "#lib/figures/look.ts";
import { renderSvg } from "#lib/figures/svg.ts";
import type { MadeFigure } from "#lib/study-results/figures.ts";
import { paintPng, printPdf } from "#lib/study-results/figures/paper.ts";

type Asked = { file: string; asked: URLSearchParams; signal: AbortSignal };

/** Drawn for paper, or its numbers as they are. */
export async function sendFigure(
  { title, figure, csv }: MadeFigure,
  { file, asked, signal }: Asked,
): Promise<Response> {
  const format = asked.get("format");
  if (format === "csv")
    return download(["\uFEFF", ...csv.map(csvLine)], {
      name: `${file}.csv`,
      type: "text/csv; charset=utf-8",
    });
  const width = asked.get("width") === "single" ? "single" : "double";
  const page = { widthMm: paperWidths[width], name: title };
  const name = `${file}-${width}`;
  const send = (content: Buffer, ending: "pdf" | "png", type: string) =>
    download(new Blob([new Uint8Array(content)]).stream(), { name: `${name}.${ending}`, type });
  if (format === "pdf") return send(await printPdf(figure, page, { signal }), "pdf", "application/pdf");
  const svg = renderSvg(figure, page);
  if (format !== "png") return download([svg], { name: `${name}.svg`, type: "image/svg+xml; charset=utf-8" });
  return send(await paintPng(svg, signal), "png", "image/png");
}
