import "server-only";
import { Readable } from "node:stream";
import type { Staff } from "#lib/auth/study-scope.ts";
import { download } from "#lib/files/download.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { listEntries, openExport, type OpenExport, type PreparedExport } from "#lib/study-exports/export.ts";
import { fileNameOf, modelFileName, zipNameOf } from "#lib/study-exports/file-names.ts";
import {
  exportFormats,
  exportKinds,
  type ExportFileName,
  type ExportFormat,
} from "#lib/study-exports/schema.ts";
import type { Population } from "#lib/study-results/schema.ts";
import { zip, type Piece, type ZipEntry } from "#lib/study-exports/zip.ts";

const types = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
  zip: "application/zip",
  eval: "application/zip",
  md: "text/markdown; charset=utf-8",
};

/** After so long without a piece taken, whoever asked for a file has gone away without a word. */
const usualStallMs = 60_000;

type DownloadRequest = { file: ExportFileName; track: string | null; signal?: AbortSignal; stallMs?: number };
type DownloadFile = { name: string; ending: keyof typeof types; pieces: AsyncIterable<Piece> };

/** One file, or all of one format. It is opened before anything is answered, so that a refusal can be told as one. */
export async function downloadExport(
  viewer: Staff,
  prepared: PreparedExport,
  { file, track, signal, stallMs }: DownloadRequest,
): Promise<Result<Response, "not_found">> {
  const opened = await openExport(viewer, prepared, file, signal);
  const given = findFile(opened, prepared, file, track);
  if (given === null) {
    await opened.close();
    return fail("not_found");
  }
  const { name, ending, pieces } = given;
  const body = streamUntilLeft(pieces, stallMs);
  // At the end, and when it is broken off, whether or not anything was read.
  body.once("close", () => void opened.close());
  return succeed(download(Readable.toWeb(body) as ReadableStream, { name, type: types[ending] }));
}

function findFile(
  open: OpenExport,
  { slug, choices }: PreparedExport,
  file: ExportFileName,
  track: string | null,
): DownloadFile | null {
  for (const format of exportFormats) {
    if (file === `${format}.zip`)
      return {
        name: zipNameOf(slug, format, choices.who),
        ending: "zip",
        pieces: zip(listEntries(open, [format])),
      };
    const kind = exportKinds.find((one) => file === `${one}.${format satisfies ExportFormat}`);
    if (kind)
      return {
        name: `${slug}-${fileNameOf(kind, format, choices.who)}`,
        ending: format,
        pieces: piecesOf(open.rows(kind, format)),
      };
  }
  if (file === "codebook.md")
    return { name: `${slug}-codebook.md`, ending: "md", pieces: piecesOf(open.codebook) };
  const who = choices.who === "all" ? "people" : choices.who;
  const isWanted = (of: { track: string; who: Population }) => of.track === track && of.who === who;
  if (file === "people-as-lm-eval.zip") return findHarness(open, `${slug}-${file}`);
  if (file === "people-as-log.eval" || file === "consensus-as-log.eval") {
    const form = file === "people-as-log.eval" ? "participants" : "consensus";
    const log = open.logs.inspect.find((one) => isWanted(one) && one.form === form);
    return log ? { name: log.name, ending: "eval", pieces: piecesOf(log) } : null;
  }
  const model = open.models.find((one) => isWanted(one) && file.endsWith(one.ending));
  if (!model) return null;
  const { ending } = model;
  return { name: modelFileName({ ...model, who, ending }), ending, pieces: piecesOf(model) };
}

const findHarness = ({ logs: { lmEval } }: OpenExport, name: string): DownloadFile | null =>
  lmEval.length === 0 ? null : { name, ending: "zip", pieces: zip(lmEval) };

async function* piecesOf({ content }: ZipEntry): AsyncGenerator<Piece> {
  yield* content();
}

/** Ends by itself where nobody takes the next piece: others wait for the place. */
export function streamUntilLeft(pieces: AsyncIterable<Piece>, stallMs = usualStallMs): Readable {
  let timer: NodeJS.Timeout | undefined;
  async function* watched(): AsyncGenerator<Piece> {
    for await (const piece of pieces) {
      timer = setTimeout(() => body.destroy(new Error("nobody takes the file any more")), stallMs);
      yield piece;
      clearTimeout(timer);
    }
  }
  const body: Readable = Readable.from(watched(), { objectMode: false });
  return body.once("close", () => clearTimeout(timer));
}
