/** An answer with the longest reason there may be, in the longest form that JSON has for it, and some more. */
const mostBytes = 65_536;

/** What was sent as JSON; undefined for anything else, and for more than an answer can be. */
export async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json" || Number(request.headers.get("content-length")) > mostBytes) return;
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    // Leaving the loop ends the stream: a body that never ends is not read to its end.
    for await (const part of request.body ?? []) {
      size += part.length;
      if (size > mostBytes) return;
      parts.push(part);
    }
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts)));
  } catch {
    // No JSON, or whoever sent it went away in the middle.
    return;
  }
}
