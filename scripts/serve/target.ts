import type { Refusal } from "#scripts/serve/refusal.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { simulatedAgent } from "#lib/simulation/schema.ts";

const parameterLimit = 200;

/** What is asked for, without the host that whoever takes this server for a proxy writes before it. */
export const targetOf = (url: string): string =>
  url.replace(/^https?:\/\/[^/?#]*\/?/i, "/").replace(/#.*/s, "");

/** Why nothing can be found under an address, which the application would take for a fault of its own. */
export function findTargetFault(target: string): Refusal | null {
  const [path = "", query = ""] = target.split(/\?(.*)/s);
  const refused = (reason: string): Refusal => ({ status: 400, reason });
  if (!path.startsWith("/") || !isReadable(path)) return refused("the address is invalid.");
  if (/(^|\/)(\.|%2e){1,2}(\/|$)|\\/i.test(path))
    return refused("the address contains “.”, “..” or a backslash.");
  // The database has no way to write it.
  if (/%00/.test(target)) return refused("the address contains a NUL character.");
  return query.split("&", parameterLimit + 1).length > parameterLimit
    ? refused(`the address has more than ${parameterLimit} parameters.`)
    : null;
}

/** Whether what is written with percent signs is a text. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const longest = 300;
/** The pages behind a link that are named in the log; whatever else stands there may be the secret. */
const pagesOfLinks = ["consent", "declined"];

/**
 * A path fit for a log: without the query, in one form whatever way it was written, without the secret of a link,
 * and nothing in it that a reader of the log could take for anything else.
 */
export function loggablePath(url: string): string {
  const path = targetOf(url).split("?", 1)[0] ?? "/";
  const steps = unwrap(path).replaceAll("\\", "/").replace(/\/+/g, "/").split("/");
  const written = steps
    .map((step) => encodeURI(step))
    .map((step) => step.replace(/[[\]]/g, encodeURIComponent));
  const link = steps.findIndex((step) => /^(enter|join)(?![a-z])/i.test(step));
  if (link < 0 || link === steps.length - 1) return written.join("/").slice(0, longest);
  const page = steps.at(link + 2) ?? "";
  const known = steps.length === link + 3 && pagesOfLinks.includes(page) ? [page] : [];
  const word = /^join/i.test(steps[link] ?? "") ? "join" : "enter";
  return [...written.slice(0, link), word, "[token]", ...known].join("/").slice(-longest);
}

/** Percent signs read until none is left: a link that a mail program wrote twice over leads nowhere, but is one. */
function unwrap(path: string): string {
  const read = path.replace(/(?:%[\da-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8"),
  );
  return read === path ? path : unwrap(read);
}

const isStaticAsset = (path: string) => path.startsWith("/_next/static/");

/** Filled by instrumentation.ts: under which digest an error page shows what went wrong in a request. */
const errors = ((globalThis as Record<symbol, unknown>)[Symbol.for("benchside.request-errors")] ??=
  new Map()) as Map<string, string>;

const ofParticipants = /^\/(join|sittings|api\/sittings)\//;

/** Made-up people send thousands of requests in half a minute; only this machine's own are taken at their word. */
function isSimulated({ socket, headers, url = "/" }: IncomingMessage): boolean {
  const isOurs = /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? "") && !headers["x-forwarded-for"];
  return isOurs && headers["user-agent"] === simulatedAgent && ofParticipants.test(url);
}

/** One line a request, once it is over; its path as it is fit for a log. */
export function logRequest(
  log: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, path }: { requestId: string; path: string },
): void {
  const since = performance.now();
  const { socket, method } = request;
  const before = socket.bytesWritten;
  const isMadeUp = isSimulated(request);
  response.once("close", () => {
    const errorDigest = errors.get(requestId);
    errors.delete(requestId);
    const line = {
      requestId,
      method,
      path,
      status: response.statusCode,
      ms: Math.round((performance.now() - since) * 10) / 10,
      bytes: socket.bytesWritten - before,
      ...(errorDigest === undefined ? {} : { errorDigest }),
      ...(response.writableFinished ? {} : { aborted: true }),
    };
    if (isStaticAsset(path) || (isMadeUp && response.statusCode < 400)) log.debug(line);
    else if (response.statusCode >= 500) log.error(line);
    else log.info(line);
  });
}
