import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { ReportFile } from "#lib/reports/files.ts";

// Local time on purpose: what a zip stores is the reading of a clock, which is then the same in every time zone.
const sameForAll = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644 };

/** The same files are the same bytes, packed as fast as they are taken. */
export function zipFiles(files: readonly ReportFile[]): Readable {
  const zip = new ZipFile();
  for (const { name, content } of files) zip.addBuffer(content, name, sameForAll);
  zip.end();
  return Readable.from(zip.outputStream as AsyncIterable<Buffer>, { objectMode: false });
}
