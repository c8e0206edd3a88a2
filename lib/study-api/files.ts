import "server-only";
import { buffer } from "node:stream/consumers";
import type { z } from "zod";
import type { Staff } from "#lib/auth/study-scope.ts";
import { fileNameFor, reportFileName } from "#lib/reports/files.ts";
import { openTables, prepareReport, renderReport } from "#lib/reports/report.ts";
import { renderTableFile } from "#lib/reports/table-file.ts";
import { columnKeys, readChoice, rowKeys } from "#lib/reports/tables/choice.ts";
import { zipFiles } from "#lib/reports/zip.ts";
import { answerFile, answerJson } from "#lib/study-api/answer.ts";
import {
  exportFileQuery,
  exportZipQuery,
  figureQuery,
  reportFileQuery,
  tableQuery,
  type tablesDocument,
} from "#lib/study-api/file-parameters.ts";
import { findOpened } from "#lib/study-api/opened.ts";
import { readQuery, wrong } from "#lib/study-api/query.ts";
import { refuse } from "#lib/study-api/refuse.ts";
import { findViewed } from "#lib/study-api/viewed.ts";
import { downloadExport } from "#lib/study-exports/download.ts";
import { prepareExport } from "#lib/study-exports/export.ts";
import { exportFileName, type ExportQuery } from "#lib/study-exports/schema.ts";
import { allFigureNames, makeFigure } from "#lib/results/figures.ts";
import { figureTypes, figureFileName, writeFigure } from "#lib/study-results/figures/send.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";

/** The tables of the report, and what their columns and rows are called. */
export async function answerTables(viewer: Staff, request: Request, segment: string): Promise<Response> {
  const found = await findTables(viewer, request, segment, reportFileQuery);
  if (!found.ok) return found.refusal;
  const { slug, query, tables, who } = found;
  const asked = new URLSearchParams({ who, published: query.published });
  const body: z.output<typeof tablesDocument> = {
    study: slug,
    who,
    tables: tables.map((table) => ({
      name: table.name,
      caption: table.caption,
      columns: columnKeys(table).map(({ key, label }) => ({ key, label })),
      rows: rowKeys(table).map(({ key, label }) => ({ key, label })),
      address: `/api/v1/studies/${encodeURIComponent(slug)}/tables/${table.name}?${asked}`,
    })),
  };
  return answerJson(request, body);
}

/** One table of the report, as LaTeX or CSV. */
export async function answerTable(
  viewer: Staff,
  request: Request,
  segment: string,
  name: string,
): Promise<Response> {
  const found = await findTables(viewer, request, segment, tableQuery);
  if (!found.ok) return found.refusal;
  const { slug, query, tables, head, names, who } = found;
  const table = tables.find((one) => one.name === name);
  if (!table) return refuse("unknown_file");
  const { format, columns, rows } = query;
  const chosen = Object.entries({ columns, rows }).filter(([, keys]) => keys !== undefined);
  const [first] = chosen;
  if (format === "csv" && first) return wrong(first[0], "is for LaTeX only; CSV has the whole table").refusal;
  const choice = readChoice(new URLSearchParams(chosen as [string, string][]));
  if (!choice.success) return wrong(first?.[0] ?? "columns", "has too many keys").refusal;
  const file = renderTableFile(table, { format, choice: choice.data, head, names });
  if (!file.ok)
    return wrong(file.error === "unknown_row" ? "rows" : "columns", "the table has none with that key")
      .refusal;
  const { ending, type, content } = file.value;
  return answerFile(request, content, { name: fileNameFor(`${slug}-${name}.${ending}`, who), type });
}

async function findTables<Query extends z.output<typeof reportFileQuery>>(
  viewer: Staff,
  request: Request,
  segment: string,
  schema: z.ZodType<Query>,
) {
  const opened = await findOpened(viewer, segment);
  if (!opened.ok) return opened;
  const read = readQuery(schema, request);
  if (!read.ok) return read;
  const { slug } = opened.rows.study;
  const { who, published, kind } = read.query;
  const found = await openTables(viewer, { slug, who, published, kind });
  if (!found.ok) return { ok: false as const, refusal: refuse(found.error) };
  return { ok: true as const, slug, query: read.query, ...found.value };
}

/** A figure of one of the pages of results, drawn for paper, or its numbers. */
export async function answerFigure(
  viewer: Staff,
  request: Request,
  segment: string,
  name: string,
): Promise<Response> {
  const viewed = await findViewed(viewer, request, segment, figureQuery);
  if (!viewed.ok) return viewed.refusal;
  if (!allFigureNames.includes(name)) return refuse("unknown_file");
  const { rows, view, query } = viewed;
  const asked = new URL(request.url).searchParams;
  if (query.case !== undefined) asked.set("case", findCase(rows, query.case, view.track));
  const made = await makeFigure(name, rows, view, asked);
  if (!made) return refuse("nothing_to_show");
  const { format, width } = query;
  const content = await writeFigure(made, { format, width, signal: request.signal });
  const file = [rows.study.slug, ...(view.who === "simulated" ? ["simulated"] : []), name].join("-");
  return answerFile(request, content, {
    name: figureFileName(file, { format, width }),
    type: figureTypes[format],
  });
}

/** A key names a case within its track. */
function findCase({ cases, tracks }: StudyRows, key: string, track: string | null): string {
  const found = cases.filter(
    (row) => row.key === key && (track === null || tracks[row.track]?.name === track),
  );
  return found.length === 1 ? String(found[0]?.id) : "";
}

/** Everything a paper needs, in one file. */
export async function answerReport(viewer: Staff, request: Request, segment: string): Promise<Response> {
  const opened = await findOpened(viewer, segment);
  if (!opened.ok) return opened.refusal;
  const read = readQuery(reportFileQuery, request);
  if (!read.ok) return read.refusal;
  const { slug } = opened.rows.study;
  const prepared = await prepareReport(viewer, { slug, ...read.query });
  if (!prepared.ok) return refuse(prepared.error);
  // Whoever asks for the head alone takes nothing.
  if (request.method === "HEAD")
    return new Response(null, { headers: { "content-type": "application/zip" } });
  const { files } = await renderReport(viewer, prepared.value, request.signal);
  const name = reportFileName(slug, prepared.value.who);
  return answerFile(request, await buffer(zipFiles(files)), { name, type: "application/zip" });
}

/** One file of rows, or all of one format with the codebook and the plan: written while it is taken. */
export async function answerExport(
  viewer: Staff,
  request: Request,
  segment: string,
  name?: string,
): Promise<Response> {
  const opened = await findOpened(viewer, segment);
  if (!opened.ok) return opened.refusal;
  const read = readQuery(name === undefined ? exportZipQuery : exportFileQuery, request);
  if (!read.ok) return read.refusal;
  const { format = "csv", track = null, ...query } = read.query as Partial<ExportRequest> & ExportQuery;
  const file = exportFileName.safeParse(name ?? `${format}.zip`);
  if (!file.success) return refuse("unknown_file");
  const prepared = await prepareExport(viewer, opened.rows.study.slug, query);
  if (!prepared.ok) return refuse(prepared.error);
  // Whoever asks for the head alone takes nothing.
  if (request.method === "HEAD") return new Response(null);
  const asked = { file: file.data, track, signal: request.signal };
  const response = await downloadExport(viewer, prepared.value, asked);
  return response.ok ? response.value : refuse("unknown_file");
}

type ExportRequest = z.output<typeof exportZipQuery> & z.output<typeof exportFileQuery>;
