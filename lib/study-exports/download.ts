import "server-only";
import { Readable } from "node:stream";
import type { Staff } from "#lib/auth/study-scope.ts";
import { download } from "#lib/files/download.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { listEntries, openExport, type OpenExport, type Prepared } from "#lib/study-exports/export.ts";
import { fileNameOf, modelFileName, zipNameOf } from "#lib/study-exports/file-names.ts";
import {
  exportFormats,
  exportKinds,
  type ExportFileName,
  type ExportFormat,
} from "#lib/study-exports/schema.ts";
import { zip, type Piece, type ZipEntry } from "#lib/study-exports/zip.ts";

const types = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
  zip: "application/zip",
  md: "text/markdown; charset=utf-8",
};

/** After so long without a piece taken, whoever asked for a file has gone away without a word. */
const usualStallMs = 60_000;

type Asked = { file: ExportFileName; track: string | null; signal?: AbortSignal; stallMs?: number };
type Given = { name: string; ending: keyof typeof types; pieces: (open: OpenExport) => AsyncIterable<Piece> };

/** One file, or all of one format. It is opened before anything is answered, so that a refusal can be told as one. */
export async function downloadExport(
  viewer: Staff,
  prepared: Prepared,
  { file, track, signal, stallMs = usualStallMs }: Asked,
): Promise<Result<Response, "not_found">> {
  const given = describeFile(prepared, file, track);
  const opened = await openExport(viewer, prepared, file, signal);
  if (file.startsWith("people-as-model.") && !opened.models.some(isModelOf(prepared, file, track))) {
    await opened.close();
    return fail("not_found");
  }
  const body = streamUntilLeft(given.pieces(opened), stallMs);
  // At the end, and when it is broken off, whether or not anything was read.
  body.once("close", () => void opened.close());
  const { name, ending } = given;
  return succeed(download(Readable.toWeb(body) as ReadableStream, { name, type: types[ending] }));
}

function describeFile(prepared: Prepared, file: ExportFileName, track: string | null): Given {
  const { slug, choices } = prepared;
  for (const format of exportFormats) {
    if (file === `${format}.zip`)
      return {
        name: zipNameOf(slug, format, choices.who),
        ending: "zip",
        pieces: (open) => zip(listEntries(open, [format])),
      };
    const kind = exportKinds.find((one) => file === `${one}.${format satisfies ExportFormat}`);
    if (kind)
      return {
        name: `${slug}-${fileNameOf(kind, format, choices.who)}`,
        ending: format,
        pieces: (open) => piecesOf(open.rows(kind, format)),
      };
  }
  if (file === "codebook.md")
    return { name: `${slug}-codebook.md`, ending: "md", pieces: (open) => piecesOf(open.codebook) };
  const ending = file === "people-as-model.jsonl" ? "jsonl" : "csv";
  return {
    name: modelFileName({ track: track ?? "", who: whoOf(prepared), ending }),
    ending,
    pieces: (open) => piecesOf(open.models.find(isModelOf(prepared, file, track))),
  };
}

const whoOf = ({ choices: { who } }: Prepared) => (who === "all" ? "people" : who);

const isModelOf =
  (prepared: Prepared, file: ExportFileName, track: string | null) => (item: OpenExport["models"][number]) =>
    item.track === track && item.who === whoOf(prepared) && file.endsWith(item.ending);

async function* piecesOf(entry: ZipEntry | undefined): AsyncGenerator<Piece> {
  if (entry) yield* entry.content();
}

/** Ends by itself where nobody takes the next piece: others wait for the place. */
function streamUntilLeft(pieces: AsyncIterable<Piece>, stallMs: number): Readable {
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
