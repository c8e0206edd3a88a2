import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { front, type FrontRoutes, type RouteReply } from "#lib/front-routes.ts";

const pack = promisify(gzip);

/** What is shorter is sent sooner than it is packed. */
const worthPacking = 1024;

const methods: Record<keyof FrontRoutes, readonly string[]> = {
  answers: ["POST"],
  cases: ["GET", "HEAD"],
  state: ["GET", "HEAD"],
};
const address = /^\/api\/sittings\/([\w-]+)\/(answers|cases|state)$/;

export type FrontAnswer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => Promise<void>;

/** What answers a request without Next; null where nothing does, as for a method that a route hasn't. */
export function findFront(method: string, path: string): FrontAnswer | null {
  const { load } = front;
  const [, sittingId = "", what] = load ? (address.exec(path) ?? []) : [];
  const name = what as keyof FrontRoutes | undefined;
  if (!load || !name || !methods[name].includes(method)) return null;
  return async (request, response, body) => {
    const { headers, url = "" } = request;
    const routes = await load();
    const asked = {
      headers: { get: (wanted: string) => [headers[wanted] ?? []].flat().join(", ") || null },
      sittingId,
      query: new URLSearchParams(url.split("?").slice(1).join("?")),
      body,
    };
    await send(request, response, await routes[name](asked), name !== "answers");
  };
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, json }: RouteReply,
  mayPack: boolean,
): Promise<void> {
  let bytes = Buffer.from(JSON.stringify(json));
  if (mayPack) response.setHeader("Vary", "Accept-Encoding");
  if (mayPack && bytes.length >= worthPacking && takesGzip(request)) {
    bytes = await pack(bytes);
    response.setHeader("Content-Encoding", "gzip");
  }
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": bytes.length,
    "Cache-Control": "no-store",
  });
  response.end(bytes);
}

/** Whether a client takes gzip: by name or under "*", and not with a quality of nought. */
function takesGzip({ headers }: IncomingMessage): boolean {
  const wanted = [headers["accept-encoding"] ?? []].flat().join().toLowerCase().split(",");
  const told = wanted.map((part) => part.split(";").map((word) => word.trim()));
  const [, quality = "q=1"] = told.find(([name]) => name === "gzip") ??
    told.find(([name]) => name === "*") ?? ["", "q=0"];
  return Number(quality.replace(/^q=/, "")) > 0;
}
