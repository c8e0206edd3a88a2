import { createHash } from "node:crypto";
import { contentDisposition } from "#lib/files/download.ts";

/** Nothing is kept by a cache without asking; whoever has it already is told only that it still holds. */
export function answer(
  request: Request,
  content: string | Buffer,
  given: Record<string, string> = {},
): Response {
  const etag = `"${createHash("sha256").update(content).digest("base64url")}"`;
  const headers = { etag, "cache-control": "private, no-cache", vary: "authorization, cookie", ...given };
  if (isKnown(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  const body = typeof content === "string" ? content : new Uint8Array(content);
  return new Response(body, { headers: { "content-type": "application/json; charset=utf-8", ...headers } });
}

export const answerJson = (request: Request, body: object, headers?: Record<string, string>): Response =>
  answer(request, JSON.stringify(body), headers);

type FileName = { name: string; type: string };

export const answerFile = (request: Request, content: string | Buffer, { name, type }: FileName): Response =>
  answer(request, content, { "content-type": type, "content-disposition": contentDisposition(name) });

function isKnown(sent: string | null, etag: string): boolean {
  const tags = sent?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.includes(etag) || tags.includes("*");
}
