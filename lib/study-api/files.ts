import "server-only";
import { buffer } from "node:stream/consumers";
import type { z } from "zod";
import { fileNameFor, reportFileName } from "#lib/reports/files.ts";
import { openTables, prepareReport, renderReport } from "#lib/reports/report.ts";
import { columnKeys, readChoice, renderTableFile, rowKeys } from "#lib/reports/tables/table-file.ts";
import { zipFiles } from "#lib/study-exports/zip.ts";
import { answerFile, answerJson, readQuery, refuse, refuseParameter } from "#lib/study-api/answer.ts";
import { findOpened, findViewed, type ApiRequest } from "#lib/study-api/opened.ts";
import {
  exportFileQuery,
  exportZipQuery,
  figureQuery,
  reportFileQuery,
  tableQuery,
} from "#lib/study-api/parameters.ts";
import type { tablesDocument } from "#lib/study-api/schema.ts";
import { downloadExport } from "#lib/study-exports/download.ts";
import { prepareExport } from "#lib/study-exports/export.ts";
import { exportFileName, type ExportQuery } from "#lib/study-exports/schema.ts";
import { allFigureNames, fileOfFigure, makeFigure } from "#lib/results/figures.ts";
import { figureTypes, figureFileName, writeFigure } from "#lib/study-results/figures/send.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";

/** The tables of the report, and what their columns and rows are called. */
export async function answerTables(asked: ApiRequest): Promise<Response> {
  const { slug, query, tables, who } = await findTables(asked, reportFileQuery);
  const carried = new URLSearchParams({ who, published: query.published });
  const body: z.output<typeof tablesDocument> = {
    study: slug,
    who,
    tables: tables.map((table) => ({
      name: table.name,
      caption: table.caption,
      columns: columnKeys(table),
      rows: rowKeys(table),
      address: `/api/v1/studies/${encodeURIComponent(slug)}/tables/${table.name}?${carried}`,
    })),
  };
  return answerJson(asked.request, body);
}

/** One table of the report, as LaTeX or CSV. */
export async function answerTable(asked: ApiRequest): Promise<Response> {
  const { slug, query, tables, head, names, who } = await findTables(asked, tableQuery);
  const table = tables.find(({ name }) => name === asked.table) ?? refuse("unknown_file");
  const { format, columns, rows } = query;
  const chosen = Object.entries({ columns, rows }).filter(([, keys]) => keys !== undefined);
  const [first] = chosen;
  if (format === "csv" && first)
    return refuseParameter(first[0], "is for LaTeX only; CSV has the whole table");
  const choice = readChoice(new URLSearchParams(chosen as [string, string][]));
  if (!choice.success) return refuseParameter(first?.[0] ?? "columns", "has too many keys");
  const file = renderTableFile(table, { format, choice: choice.data, head, names });
  if (!file.ok)
    return refuseParameter(
      file.error === "unknown_row" ? "rows" : "columns",
      "the table has none with that key",
    );
  const { ending, type, content } = file.value;
  const name = fileNameFor(`${slug}-${table.name}.${ending}`, who);
  return answerFile(asked.request, content, { name, type });
}

async function findTables<Query extends z.output<typeof reportFileQuery> & { by?: string | undefined }>(
  asked: ApiRequest,
  schema: z.ZodType<Query>,
) {
  const { slug } = (await findOpened(asked)).study;
  const query = readQuery(schema, asked.request);
  const { who, published, kind, by } = query;
  const found = await openTables(asked.viewer, { slug, who, published, kind, by });
  if (found.ok) return { slug, query, ...found.value };
  return found.error === "unknown_attribute"
    ? refuseParameter("by", "names no attributes of cases")
    : refuse(found.error);
}

/** A figure of one of the pages of results, drawn for paper, or its numbers. */
export async function answerFigure(asked: ApiRequest): Promise<Response> {
  const { request, figure } = asked;
  const { rows, view, query } = await findViewed(asked, figureQuery);
  if (!allFigureNames.includes(figure)) refuse("unknown_file");
  const { searchParams } = new URL(request.url);
  if (query.case !== undefined) searchParams.set("case", findCase(rows, query.case, view.track));
  const made = (await makeFigure(figure, rows, view, searchParams)) ?? refuse("nothing_to_show");
  const { format, width } = query;
  const content = await writeFigure(made, { format, width, signal: request.signal });
  const simulated = view.who === "simulated" ? ["simulated"] : [];
  const file = [rows.study.slug, ...simulated, fileOfFigure(figure, searchParams)].join("-");
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
export async function answerReport(asked: ApiRequest): Promise<Response> {
  const { viewer, request } = asked;
  const { slug } = (await findOpened(asked)).study;
  const prepared = await prepareReport(viewer, { slug, ...readQuery(reportFileQuery, request) });
  if (!prepared.ok) return refuse(prepared.error);
  // Whoever asks for the head alone takes nothing.
  if (request.method === "HEAD")
    return new Response(null, { headers: { "content-type": "application/zip" } });
  const { files } = await renderReport(viewer, prepared.value, request.signal);
  const name = reportFileName(slug, prepared.value.who);
  return answerFile(request, await buffer(zipFiles(files)), { name, type: "application/zip" });
}

/** All files of rows in one format, with the codebook and the plan. */
export const answerExport = (asked: ApiRequest): Promise<Response> =>
  sendExport(asked, () => {
    const { format, ...query } = readQuery(exportZipQuery, asked.request);
    return { file: `${format}.zip`, track: null, query };
  });

/** One file of rows. */
export const answerExportFile = (asked: ApiRequest): Promise<Response> =>
  sendExport(asked, () => {
    const { track = null, ...query } = readQuery(exportFileQuery, asked.request);
    return { file: asked.file, track, query };
  });

type ExportRequest = { file: string; track: string | null; query: ExportQuery };

/** Written while it is taken. */
async function sendExport(asked: ApiRequest, read: () => ExportRequest): Promise<Response> {
  const { viewer, request } = asked;
  const { slug } = (await findOpened(asked)).study;
  const { file: named, track, query } = read();
  const file = exportFileName.safeParse(named);
  if (!file.success) return refuse("unknown_file");
  const prepared = await prepareExport(viewer, slug, query);
  if (!prepared.ok) return refuse(prepared.error);
  // Whoever asks for the head alone takes nothing.
  if (request.method === "HEAD") return new Response(null);
  const wanted = { file: file.data, track, signal: request.signal };
  const response = await downloadExport(viewer, prepared.value, wanted);
  return response.ok ? response.value : refuse("unknown_file");
}
