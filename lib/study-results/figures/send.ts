import "server-only";
import { csvLine } from "#lib/files/csv/cell.ts";
import { download } from "#lib/files/download.ts";
import { type FaceFile, findChinese } from "#lib/figures/pdf/faces.ts";
import { type PaperTheme, paperWidths } from "#lib/figures/look.ts";
import { renderSvg, type Page } from "#lib/figures/svg.ts";
import { defaultLocale, isLocale, type Locale } from "#lib/i18n/locale.ts";
import type { FigureWithData, Figure } from "#lib/figures/figure.ts";
import { WaitingLine } from "#lib/auth/secrets/waiting-line.ts";
import { renderPng } from "#lib/figures/png.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import { runInThread } from "#lib/study-results/resampling/threads.ts";

const figureFormats = ["svg", "png", "pdf", "csv"] as const;
type FigureFormat = (typeof figureFormats)[number];
type FigureFileOptions = {
  format: FigureFormat;
  width: keyof typeof paperWidths;
  theme?: PaperTheme;
  signal: AbortSignal;
};

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
  { format, width, theme, signal }: FigureFileOptions,
): Promise<Buffer> {
  if (format === "csv") return Buffer.from(`\uFEFF${csv.map(csvLine).join("")}`);
  const page = { widthMm: paperWidths[width], name: title, theme };
  if (format === "pdf") return printPdf(figure, page, { signal });
  const svg = renderSvg(figure, page);
  return format === "svg" ? Buffer.from(svg) : paintPng(svg, signal);
}

export const figureFileName = (
  file: string,
  { format, width, theme }: Omit<FigureFileOptions, "signal">,
): string =>
  format === "csv" ? `${file}.csv` : `${file}-${width}${theme === "dark" ? "-dark" : ""}.${format}`;

type FigureRequest = { file: string; asked: URLSearchParams; signal: AbortSignal };

export async function sendFigure(
  made: FigureWithData,
  { file, asked, signal }: FigureRequest,
): Promise<Response> {
  const format = figureFormats.find((one) => one === asked.get("format")) ?? "svg";
  const wanted = {
    format,
    width: asked.get("width") === "single" ? "single" : "double",
    theme: asked.get("theme") === "dark" ? "dark" : "light",
  } as const;
  const content = new Uint8Array(await writeFigure(made, { ...wanted, signal }));
  return download(new Blob([content]).stream(), {
    name: figureFileName(file, wanted),
    type: figureTypes[format],
  });
}

// Each takes a processor, and one of the four threads that passwords and compression need too.
const line = processSingleton("PNG files", () => new WaitingLine({ atOnce: 1, waiting: 100 }, "png_files"));

/** One after the other, whoever asks for them; none for who has left meanwhile. */
export const paintPng = (svg: string, signal?: AbortSignal): Promise<Buffer> =>
  line.pass(async () => {
    signal?.throwIfAborted();
    return renderPng(svg, signal ? { signal } : {});
  });

/** Faces are taken apart and put together again on the way, which nobody who answers a case should wait for. */
export async function printPdf(
  figure: Figure,
  page: Page,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Buffer> {
  const pdf = await runInThread("print", [figure, page], signal ? { signal } : {});
  return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
}
