import http, { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { policyOfNothing } from "#scripts/serve/headers.ts";

export const connectionLimits = {
  /** Until the last line of a request's head has come; a connection that says nothing waits for as long. */
  headMs: 20_000,
  /** For a whole request: an upload over a slow line takes hours. A shorter one holds for all other bodies. */
  requestMs: 6 * 60 * 60 * 1000,
  /** Between two requests. Longer than the minute of proxies: the one who closes first must be the one who asks. */
  idleMs: 65_000,
  /** For a client that neither takes what is written to it nor sends what it has begun. */
  stillMs: 120_000,
  /** How often connections are looked at. */
  checkMs: 5_000,
};
export type ConnectionLimits = typeof connectionLimits & { connections: number };

/** A few more than are served are accepted and refused in words; beyond those, Node hangs up. */
const toBeRefused = 100;
/** So long may a client go on sending what nobody reads any more, so that its system keeps the answer. */
export const lingerMs = 1000;
const reservedFiles = 256;

/** An HTTP server that waits for nobody for ever. */
export function createPatientServer(limits: ConnectionLimits): http.Server {
  const server = http.createServer({
    headersTimeout: limits.headMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkMs,
  });
  limitConnections(server, limits.connections);
  const underWay = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  server.on("request", (request, response) => underWay.set(request.socket, { request, response }));
  server.setTimeout(limits.stillMs);
  server.on("timeout", (socket: Socket) => {
    const { request, response } = underWay.get(socket) ?? {};
    if (!request || !response || response.closed || response.writableLength > 0) return socket.destroy();
    // An answer that takes long to be computed, and a body that isn't read, are not the client's fault.
    if (request.complete || request.readableLength >= request.readableHighWaterMark) return;
    hangUp(socket, 408, "the rest of the request took too long to arrive.", response);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const isSilent = (socket as Socket).bytesRead === 0;
    if (isSilent || error.code === "ECONNRESET") socket.destroy();
    else hangUp(socket as Socket, ...mistakeOf(error), underWay.get(socket as Socket)?.response);
  });
  return server;
}

function mistakeOf({ code }: NodeJS.ErrnoException): [status: number, reason: string] {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return [408, "the request took too long to arrive."];
  if (code === "HPE_HEADER_OVERFLOW") return [431, "the headers, including cookies, are too long."];
  return [400, "this is not a valid HTTP/1.1 request."];
}

/** The last word on a connection, where nothing else has been said about its request. */
function hangUp(socket: Socket, status: number, reason: string, response?: ServerResponse): void {
  if (!socket.writable || (response?.headersSent && !response.closed)) return void socket.destroy();
  // For the line in the log.
  if (response && !response.headersSent) response.statusCode = status;
  const text = `Refused: ${reason}\n`;
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, "Connection: close"];
  head.push("Content-Type: text/plain; charset=utf-8", `Content-Length: ${Buffer.byteLength(text)}`);
  head.push("X-Content-Type-Options: nosniff", `Content-Security-Policy: ${policyOfNothing}`);
  if (status === 503) head.push("Retry-After: 5");
  socket.on("error", () => {});
  socket.end(`${head.join("\r\n")}\r\n\r\n${text}`);
  // Closed in the same breath, what the client still sends would make its system throw away the answer.
  socket.resume();
  const late = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once("close", () => clearTimeout(late));
}

function limitConnections(server: http.Server, limit: number): void {
  const accept = server.listeners("connection");
  let open = 0;
  server.maxConnections = limit + toBeRefused;
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    if (open >= limit) return hangUp(socket, 503, "there are too many connections. Try again in a moment.");
    open++;
    socket.once("close", () => open--);
    for (const listener of accept) listener.call(server, socket);
  });
}

/** As many as wanted, but for the files and the database's connections that this process needs itself. */
export function connectionsAtMost(wanted: number, files = openFilesAtMost()): number {
  return Math.min(wanted, Math.max(files - reservedFiles, Math.floor(files / 2)));
}

function openFilesAtMost(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const limit = userLimits?.open_files?.soft;
  return typeof limit === "number" ? limit : Infinity;
}
