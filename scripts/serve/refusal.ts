import type { IncomingMessage, ServerResponse } from "node:http";
import { lingerMs } from "#scripts/serve/connections.ts";

export type Refusal = { status: number; reason: string };

/** To a person as a line of text, to a program as JSON. What is left of a body counts for nothing: the connection ends. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, reason }: Refusal,
): void {
  const isForProgram = request.url?.startsWith("/api/") === true;
  const text = isForProgram ? JSON.stringify({ error: "refused", message: reason }) : `Refused: ${reason}\n`;
  const type = isForProgram ? "application/json" : "text/plain; charset=utf-8";
  const busy = status === 429 || status === 503 ? { "Retry-After": "5" } : {};
  response.writeHead(status, {
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    Connection: "close",
    ...busy,
  });
  response.write(text);
  // Closed in the same breath, what the client still sends would make its system throw away the answer.
  const end = () => {
    clearTimeout(late);
    response.end();
  };
  const late = setTimeout(end, lingerMs).unref();
  if (request.complete) return end();
  request.once("end", end).once("close", end).resume();
}
