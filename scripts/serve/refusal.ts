import type { IncomingMessage, ServerResponse } from "node:http";

export type Refusal = { status: number; reason: string };

/** To a person as a line of text, to a program as JSON. What is left of a body is not read: the connection ends. */
export function refuse(
  { url = "/" }: IncomingMessage,
  response: ServerResponse,
  { status, reason }: Refusal,
): void {
  const isForProgram = url.startsWith("/api/");
  const type = isForProgram ? "application/json" : "text/plain; charset=utf-8";
  const busy = status === 429 || status === 503 ? { "Retry-After": "5" } : {};
  response.writeHead(status, {
    "Content-Type": type,
    "Cache-Control": "no-store",
    Connection: "close",
    ...busy,
  });
  response.end(isForProgram ? JSON.stringify({ error: "refused", message: reason }) : `Refused: ${reason}\n`);
}
