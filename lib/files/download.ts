import { Readable } from "node:stream";

/** A file for the browser to keep, written while it is read. */
export function download(
  body: ReadableStream | AsyncIterable<string> | readonly string[],
  { name, type }: { name: string; type: string },
): Response {
  const stream =
    body instanceof ReadableStream ? body : Readable.toWeb(Readable.from(body, { objectMode: false }));
  return new Response(stream as BodyInit, {
    headers: {
      "content-type": type,
      "content-disposition": contentDisposition(name),
      "cache-control": "no-store",
    },
  });
}

/** The header that names a file; the plain name is for what doesn't read the other. */
export const contentDisposition = (name: string): string =>
  `attachment; filename="${name.replace(/[^A-Za-z0-9._-]+/g, "-")}"; filename*=UTF-8''${encodeURIComponent(name)}`;
