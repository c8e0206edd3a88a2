import { Readable } from "node:stream";
import { ZipFile } from "yazl";

export type Piece = string | Uint8Array;
export type ZipEntry = { name: string; content: () => AsyncIterable<Piece> | Iterable<Piece> };

// Local time on purpose: what a zip stores is the reading of a clock, which is then the same in every time zone.
const sameForAll = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644 };

/** The same entries are the same bytes. Each is read when it is its turn, as fast as the zip is taken. */
export async function* zip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const file = new ZipFile();
  const out = file.outputStream as Readable;
  let open: Readable | null = null;
  file.on("error", (error: Error) => out.destroy(error));
  for (const { name, content } of entries) {
    file.addReadStreamLazy(name, sameForAll, (take) => {
      open = Readable.from(content(), { objectMode: false });
      // Nobody else listens: unheard, it would end the process.
      open.on("error", (error) => out.destroy(error));
      take(null, open);
    });
  }
  file.end();
  try {
    yield* out as AsyncIterable<Buffer>;
  } finally {
    (open as Readable | null)?.destroy();
  }
}

/** The same of files that are there already, packed as fast as they are taken. */
export function zipFiles(files: readonly { name: string; content: Buffer }[]): Readable {
  const file = new ZipFile();
  for (const { name, content } of files) file.addBuffer(content, name, sameForAll);
  file.end();
  return Readable.from(file.outputStream as AsyncIterable<Buffer>, { objectMode: false });
}
