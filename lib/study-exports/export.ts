import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { fail, type Result, succeed } from "#lib/result.ts";
import { csvLine } from "#lib/files/csv/cell.ts";
import { type Codebook, renderCodebook } from "#lib/study-exports/codebook.ts";
import type { Column } from "#lib/study-exports/columns.ts";
import { distinct, fileNameOf, modelFileName } from "#lib/study-exports/file-names.ts";
import { newExportKey } from "#lib/study-exports/numbering.ts";
import {
  chooseWho,
  type ExportChoices,
  type ExportFormat,
  type ExportKind,
  exportKinds,
  type ExportQuery,
  type ExportRow,
  type LineFormat,
  mayExport,
} from "#lib/study-exports/schema.ts";
import { recordExport } from "#lib/study-exports/mutations.ts";
import { openLogs, type OpenLogs } from "#lib/study-exports/people-as-log/open-logs.ts";
import { writePeopleAsModel } from "#lib/study-exports/people-as-model/people-as-model-queries.ts";
import {
  countAllVaried,
  listModelFiles,
  type PeopleAsModel,
} from "#lib/study-exports/people-as-model/people-as-model.ts";
import { readColumns, readRowsPage } from "#lib/study-exports/rows/row-queries.ts";
import { openSnapshot } from "#lib/study-exports/rows/snapshot-queries.ts";
import { makeSource, type Source } from "#lib/study-exports/source.ts";
import { writeParquet } from "#lib/study-exports/rows/parquet.ts";
import type { Piece, ZipEntry } from "#lib/study-exports/zip.ts";
import { getManifest } from "#lib/studies/queries.ts";
import type { Cell } from "#lib/task-kinds/exports.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";

/** Of a file. While they are written, nobody else is answered. */
const rowsAtOnce = 500;

export type PreparedExport = { slug: string; choices: ExportChoices };

/** Whether there is something to be had, and which choices hold; nothing is opened yet. */
export async function prepareExport(
  viewer: Staff,
  slug: string,
  { numbers, key = newExportKey(), who: asked, texts }: ExportQuery,
): Promise<Result<PreparedExport, "not_found" | "not_shown_yet">> {
  const rows = await getRows(viewer, slug);
  if (!rows) return fail("not_found");
  const who = chooseWho(asked, rows.has);
  if (!mayExport(rows.study, who)) return fail("not_shown_yet");
  return succeed({ slug, choices: { numbers, key, who, texts } });
}

export type OpenExport = {
  /** A file of rows, in pieces of some hundred rows. */
  rows: (kind: ExportKind, format: ExportFormat) => ZipEntry;
  models: readonly (PeopleAsModel & ZipEntry)[];
  /** Taken alone: texts stand in them once for every answer. */
  logs: OpenLogs;
  manifest: ZipEntry;
  /** With the rows of every file that was written whole before it. */
  codebook: ZipEntry;
  written: Codebook["files"];
  close: () => Promise<void>;
};

/** Everything as it is at one moment, until it is closed; and a line in the record. */
export async function openExport(
  viewer: Staff,
  { slug, choices }: PreparedExport,
  files: string,
  signal?: AbortSignal,
): Promise<OpenExport> {
  const snapshot = await openSnapshot(viewer, slug, signal);
  if (!snapshot) throw new Error("the study went away while it was exported");
  const { rows, ask, close } = snapshot;
  try {
    if (!mayExport(rows.study, choices.who)) throw new Error("the study runs again since it was asked for");
    const source = makeSource(snapshot, ask, choices);
    const [columns, frozen] = [await readColumns(source), await getManifest(rows.study.id)];
    const { numbers, who, texts } = choices;
    await recordExport(viewer, rows.study.id, { files, numbers, who, texts });
    const found: ExportContents = { files: [], withoutPrompt: 0 };
    const { title } = rows.study;
    const varied = countAllVaried(source);
    const about = { title, slug, manifestHash: frozen?.hash ?? null, choices, columns, varied };
    const models = listModelFiles({ byKind: source.byKind, who: choices.who });
    const names = distinct(models.map(modelFileName));
    return {
      rows: (kind, format) => {
        const name = fileNameOf(kind, format, who);
        return { name, content: () => writeFile(source, { kind, format, name }, columns, found) };
      },
      models: models.map((of, i) => {
        const name = names[i] ?? "";
        return { ...of, name, content: () => writeModel(source, of, name, found) };
      }),
      logs: openLogs(source, about.manifestHash),
      manifest: { name: "manifest.json", content: () => [frozen?.content ?? ""] },
      codebook: { name: "codebook.md", content: () => [renderCodebook({ ...about, ...found })] },
      written: found.files,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type ExportContents = { files: { name: string; rows: number }[]; withoutPrompt: number };

async function* writeFile(
  source: Source,
  { kind, format, name }: { kind: ExportKind; format: ExportFormat; name: string },
  columns: Readonly<Record<ExportKind, readonly Column[]>>,
  found: ExportContents,
): AsyncGenerator<Piece> {
  let rows = 0;
  async function* counted() {
    for await (const page of readPages(source, kind, columns[kind])) {
      rows += page.length;
      yield page;
    }
  }
  yield* format === "parquet"
    ? writeParquet(columns[kind], counted())
    : writeLines(format, columns[kind], counted());
  found.files.push({ name, rows });
}

async function* readPages(
  source: Source,
  kind: ExportKind,
  columns: readonly Column[],
): AsyncGenerator<readonly ExportRow[]> {
  for (let after: string | null = null; ;) {
    const page = await readRowsPage(source, kind, columns, { after, limit: rowsAtOnce });
    if (typeof page === "string") throw new Error(`an export lost its place: ${page}`);
    if (page.rows.length > 0) yield page.rows;
    if (page.next === null) break;
    after = page.next;
  }
}

async function* writeModel(
  source: Source,
  of: PeopleAsModel,
  name: string,
  found: ExportContents,
): AsyncGenerator<string> {
  let rows = 0;
  yield* writePeopleAsModel(source, of, (one) => {
    rows += one.rows;
    found.withoutPrompt += one.withoutPrompt;
  });
  found.files.push({ name: `people-as-model/${name}`, rows });
}

/** What a zip of one format holds; the codebook last, since it counts the others. */
export const listEntries = (open: OpenExport, formats: readonly ExportFormat[]): ZipEntry[] => [
  ...formats.flatMap((format) => exportKinds.map((kind) => open.rows(kind, format))),
  ...open.models.map(({ name, content }) => ({ name: `people-as-model/${name}`, content })),
  open.manifest,
  open.codebook,
];

/** A piece for each page of rows; before them the header with a byte-order mark, so that spreadsheets read it as UTF-8. */
async function* writeLines(
  format: LineFormat,
  columns: readonly Column[],
  pages: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<string> {
  if (format === "csv") yield `\uFEFF${csvLine(columns.map(({ name }) => name))}`;
  const write = (row: ExportRow) =>
    format === "csv" ? csvLine(Object.values(row).map(plain)) : `${JSON.stringify(row)}\n`;
  for await (const rows of pages) yield rows.map(write).join("");
}

const plain = (cell: Cell): string | number | null =>
  cell !== null && typeof cell === "object" ? cell.join(" ") : cell;
