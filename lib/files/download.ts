import { Readable } from "node:stream";

/** A file for the browser to keep, written while it is read. */
export function download(
  body: ReadableStream | AsyncIterable<string> | readonly string[],
  { name, type }: { name: string; type: string },
): Response {
  const stream =
    body instanceof ReadableStream ? body : Readable.toWeb(Readable.from(body, { objectMode: false }));
  const plain = name.replace(/[^A-Za-z0-9._-]+/g, "-");
  return new Response(stream as BodyInit, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      "cache-control": "no-store",
    },
  });
}
