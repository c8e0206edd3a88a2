import { createHash } from "node:crypto";

/** Nothing is kept by a cache without asking; whoever has it already is told only that it still holds. */
export function answer(request: Request, text: string, given: Record<string, string> = {}): Response {
  const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
  const headers = { etag, "cache-control": "private, no-cache", vary: "authorization, cookie", ...given };
  if (isKnown(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { "content-type": "application/json; charset=utf-8", ...headers } });
}

export const answerJson = (request: Request, body: object, headers?: Record<string, string>): Response =>
  answer(request, JSON.stringify(body), headers);

function isKnown(sent: string | null, etag: string): boolean {
  const tags = sent?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(etag) || tags.includes("*");
}
