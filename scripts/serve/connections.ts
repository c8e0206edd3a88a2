import http, { STATUS_CODES, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { countedAddress } from "#lib/auth/sign-in/counted-address.ts";
import { policyOfNothing } from "#scripts/serve/security-headers.ts";

export type ConnectionLimits = {
  /** Until the last line of a request's head has come; a connection that says nothing waits for as long. */
  headMs: number;
  /** Between two requests. */
  idleMs: number;
  /** For a client who doesn't take what is written to it. */
  stillMs: number;
  /** How often connections are looked at. */
  checkMs: number;
  all: number;
  perAddress: number;
};

export const connectionLimits = {
  headMs: 20_000,
  // Longer than the minute for which proxies keep theirs: the one who closes first must be the one who asks.
  idleMs: 65_000,
  stillMs: 120_000,
  checkMs: 5_000,
};

/** A few more than are served: whoever comes too many is told so before Node hangs up on the rest without a word. */
const toBeRefused = 100;
/** So long may a client go on sending what nobody reads any more, so that its system keeps the answer. */
export const lingerMs = 1000;
const reservedFiles = 256;

/** Counts what goes on at once under each name. */
export class Tally {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  take(name: string): boolean {
    const count = (this.#counts.get(name) ?? 0) + 1;
    if (count > this.#most) return false;
    this.#counts.set(name, count);
    return true;
  }

  giveBack(name: string): void {
    const count = (this.#counts.get(name) ?? 0) - 1;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
  }
}

/** An HTTP server that waits for nobody for ever. What it leaves to the reader of a body: how long that may take. */
export function createPatientServer(limits: ConnectionLimits, trustProxy: number): http.Server {
  const server = http.createServer({
    headersTimeout: limits.headMs,
    // For all of a request, and so for a large file over a slow line as well: bodies have clocks of their own.
    requestTimeout: 0,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkMs,
  });
  limitConnections(server, limits, trustProxy);
  const answering = new WeakMap<Socket, ServerResponse>();
  server.on("request", ({ socket }, response) => answering.set(socket, response));
  server.setTimeout(limits.stillMs);
  server.on("timeout", (socket: Socket) => {
    // An answer that takes long to be computed is not the client's fault; one that isn't taken is.
    const response = answering.get(socket);
    if (!response || response.closed || response.writableLength > 0) socket.destroy();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const isSilent = (socket as Socket).bytesRead === 0;
    if (isSilent || error.code === "ECONNRESET") socket.destroy();
    else hangUp(socket as Socket, ...mistakeOf(error), answering.get(socket as Socket));
  });
  return server;
}

function mistakeOf({ code }: NodeJS.ErrnoException): [status: number, reason: string] {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return [408, "the request took too long to arrive."];
  if (code === "HPE_HEADER_OVERFLOW") return [431, "the headers, including cookies, are too long."];
  return [400, "this is not a valid HTTP/1.1 request."];
}

/** The last word on a connection, where nothing else has been said about its request. */
export function hangUp(socket: Socket, status: number, reason: string, response?: ServerResponse): void {
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

/** Behind a proxy all connections are the proxy's: there requests are counted by address, not connections. */
function limitConnections(
  server: http.Server,
  { all, perAddress }: ConnectionLimits,
  trustProxy: number,
): void {
  const accept = server.listeners("connection");
  const addresses = new Tally(trustProxy === 0 ? perAddress : all);
  let open = 0;
  server.maxConnections = all + toBeRefused;
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    const address = countedAddress(socket.remoteAddress ?? "");
    if (open >= all) return hangUp(socket, 503, "there are too many connections. Try again in a moment.");
    if (!addresses.take(address))
      return hangUp(socket, 503, "there are too many connections from your address.");
    open++;
    socket.once("close", () => {
      open--;
      addresses.giveBack(address);
    });
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
