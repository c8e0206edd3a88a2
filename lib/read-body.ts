/** An answer with the longest reason there may be, in the longest form that JSON has for it, and some more. */
export const longestJson = 65_536;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** What was sent as JSON; undefined for anything else, and for more than an answer can be. */
export function readBody(contentType: string | null, body: Uint8Array): unknown {
  const type = contentType?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json" || body.length > longestJson) return;
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return;
  }
}
