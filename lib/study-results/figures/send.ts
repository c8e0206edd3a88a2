import "server-only";
import { csvLine } from "#lib/files/csv/cell.ts";
import { download } from "#lib/files/download.ts";
import { type FaceFile, findChinese } from "#lib/figures/pdf/chinese-face.ts";
import { paperWidths } from "#lib/figures/look.ts";
import { renderSvg } from "#lib/figures/svg.ts";
import { defaultLocale, isLocale, type Locale } from "#lib/i18n/locale.ts";
import type { FigureWithData } from "#lib/figures/figure-with-data.ts";
import { paintPng, printPdf } from "#lib/study-results/figures/paper.ts";

export const figureFormats = ["svg", "png", "pdf", "csv"] as const;
export type FigureFormat = (typeof figureFormats)[number];
type FigureFileOptions = { format: FigureFormat; width: keyof typeof paperWidths; signal: AbortSignal };

export const figureTypes: Readonly<Record<FigureFormat, string>> = {
  svg: "image/svg+xml; charset=utf-8",
  png: "image/png",
  pdf: "application/pdf",
  csv: "text/csv; charset=utf-8",
};

/** What a file is drawn in: English, or what the address names, where a face has its letters. Numbers are for programs. */
export async function languageOf(
  asked: URLSearchParams,
  findFace: () => Promise<FaceFile | null> = findChinese,
): Promise<Locale> {
  const [lang, format] = [asked.get("lang"), asked.get("format")];
  if (!isLocale(lang) || format === "csv") return defaultLocale;
  const isPainted = format === "pdf" || format === "png";
  return isPainted && (await findFace()) === null ? defaultLocale : lang;
}

/** Drawn for paper, or its numbers as they are. */
export async function writeFigure(
  { title, figure, csv }: FigureWithData,
  { format, width, signal }: FigureFileOptions,
): Promise<Buffer> {
  if (format === "csv") return Buffer.from(`\uFEFF${csv.map(csvLine).join("")}`);
  const page = { widthMm: paperWidths[width], name: title };
  if (format === "pdf") return printPdf(figure, page, { signal });
  const svg = renderSvg(figure, page);
  return format === "svg" ? Buffer.from(svg) : paintPng(svg, signal);
}

export const figureFileName = (file: string, { format, width }: Omit<FigureFileOptions, "signal">): string =>
  format === "csv" ? `${file}.csv` : `${file}-${width}.${format}`;

type FigureRequest = { file: string; asked: URLSearchParams; signal: AbortSignal };

export async function sendFigure(
  made: FigureWithData,
  { file, asked, signal }: FigureRequest,
): Promise<Response> {
  const format = figureFormats.find((one) => one === asked.get("format")) ?? "svg";
  const wanted = { format, width: asked.get("width") === "single" ? "single" : "double" } as const;
  const content = new Uint8Array(await writeFigure(made, { ...wanted, signal }));
  return download(new Blob([content]).stream(), {
    name: figureFileName(file, wanted),
    type: figureTypes[format],
  });
}
