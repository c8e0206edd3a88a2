import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { outageOf, notingOutages, type RequestOutage } from "#lib/database/outage.ts";
import type { DatabaseGate } from "#scripts/serve/database-gate.ts";
import { findFront } from "#scripts/serve/front.ts";
import {
  givePageHeaders,
  setSecurityHeaders,
  clientAddress,
  innerKeyHeader,
  isCrossSite,
  requestIdHeader,
  screenHeaders,
} from "#scripts/serve/headers.ts";
import { countRequest } from "#lib/monitoring/count.ts";
import { refuse, type Refusal, answerUnavailable } from "#scripts/serve/refusal.ts";
import { screenBody } from "#scripts/serve/bodies/request-body.ts";
import { logRequest, findTargetFault, loggablePath, targetOf } from "#scripts/serve/target.ts";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

type Parts = {
  application: RequestListener;
  gate: Pick<DatabaseGate, "isOpen">;
  log: Logger;
  publicPaths: ReadonlySet<string>;
  publicUrl: string | null;
  trustProxy: number;
  dev?: boolean;
  /** For a body that isn't an upload. */
  bodyMs?: number;
};

/** Who asked, and under which host. */
type Origin = { address: string; host: string | undefined };

type Exchange = { request: IncomingMessage; response: ServerResponse; requestId: string };

// Next breaks on the others instead of refusing them.
const methods = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
/** The one address that takes what is larger than a form: the files of a benchmark. */
const uploads = /^\/api\/benchmarks\/[^/]+\/uploads$/;

/** What happens to every request before and around the application. */
export function createListener(parts: Parts): RequestListener {
  const { gate, log, publicPaths, publicUrl, trustProxy, bodyMs } = parts;
  const worksAlone = (path: string) =>
    path.startsWith("/_next/static/") ||
    path.startsWith("/api/health") ||
    path === "/api/metrics" ||
    publicPaths.has(path);
  // The page that an action leads to Next asks for itself, with the headers of the request it answers. By a key that no
  // client is told, it is known whom that is for.
  const origins = new Map<string, Origin>();

  return async (request, response) => {
    const requestId = randomUUID();
    const { headers } = request;
    request.url = targetOf(request.url ?? "/");
    const loggable = loggablePath(request.url);
    logRequest(log, request, response, { requestId, path: loggable });
    response.setHeader(requestIdHeader, requestId);
    setSecurityHeaders(response, request.url, publicUrl);
    const outer = origins.get([headers[innerKeyHeader]].flat().join());
    const origin = outer ?? originOf(request, trustProxy);
    if (!outer) countRequest(request, response, loggable);
    const fault = findFault(parts, request, origin, outer !== undefined);
    if (fault) return refuse(request, response, fault);
    const path = request.url.split("?", 1)[0] ?? "/";
    const isUpload = request.method === "POST" && uploads.test(path);
    const answerInFront = findFront(request.method ?? "GET", path);
    const innerKey = randomUUID();
    origins.set(innerKey, origin);
    response.once("close", () => origins.delete(innerKey));
    screenHeaders(headers, { ...origin, requestId, innerKey, isInner: outer !== undefined, trustProxy });
    if (!worksAlone(path) && !(await gate.isOpen())) return answerUnavailable(request, response);
    const screened = isUpload
      ? null
      : await screenBody(request, { putBack: answerInFront === null, patienceMs: bodyMs });
    if (request.socket.destroyed || response.headersSent) return;
    if (screened?.fault) return refuse(request, response, screened.fault);
    const note = calmOutages(request, response);
    try {
      await notingOutages(note, () =>
        answerInFront && screened
          ? answerInFront(request, response, screened.body)
          : answerByNext(parts, request, response),
      );
    } catch (error) {
      answerError(log, { request, response, requestId }, error);
    }
  };
}

function findFault(
  { publicUrl, trustProxy }: Parts,
  request: IncomingMessage,
  origin: Origin,
  isInner: boolean,
): Refusal | null {
  const { headers, headersDistinct, method = "GET", url = "/" } = request;
  // Node keeps the first, a proxy may keep the last.
  if (headersDistinct.host && headersDistinct.host.length > 1) {
    return { status: 400, reason: "there is more than one Host header." };
  }
  if (!methods.has(method)) return { status: 405, reason: "this method isn’t supported." };
  if (!isInner && isCrossSite({ method, headers }, publicUrl, trustProxy)) {
    return { status: 403, reason: "the request came from another site." };
  }
  return findTargetFault(url) ?? findHeaderFault(request, origin.host);
}

async function answerByNext(
  { application, dev = false }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Next would show its own pages at these addresses, or fetch and change what it is pointed to.
  if (/^\/_(?!next\/static\/)/.test(request.url ?? "")) request.url = "/not-here";
  givePageHeaders(request, response, { dev });
  await application(request, response);
}

/** What the application couldn't make an answer of. */
function answerError(log: Logger, { request, response, requestId }: Exchange, error: unknown): void {
  if (outageOf(error) && !response.headersSent) return answerUnavailable(request, response);
  log.error({ requestId, path: loggablePath(request.url ?? "/"), err: error }, "the application threw");
  if (!response.headersSent) response.writeHead(500, { "Content-Type": "text/plain; charset=utf-8" });
  response.end(`Something broke. Request ${requestId}\n`);
}

function originOf({ headers, socket }: IncomingMessage, trustProxy: number): Origin {
  const forwardedFor = [headers["x-forwarded-for"]].flat().join(",");
  return { address: clientAddress(socket.remoteAddress ?? "", forwardedFor, trustProxy), host: headers.host };
}

/**
 * Where the database failed in the middle of a request, what the application makes of that is a fault of ours, 500. Nobody
 * gets to see it: the calm answer goes out in its place, with nothing of what the application had put into the head.
 * Returns where an outage is noted.
 */
function calmOutages(request: IncomingMessage, response: ServerResponse): RequestOutage {
  const note: RequestOutage = { outage: null };
  const { writeHead, flushHeaders, write, end } = response;
  const original = { writeHead, flushHeaders, write, end };
  const before = response.getHeaders();
  let isCalm = false;

  function beCalm(): void {
    isCalm = true;
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    for (const [name, value] of Object.entries(before))
      if (value !== undefined) response.setHeader(name, value);
    Object.assign(response, original);
    answerUnavailable(request, response);
    Object.assign(response, guarded);
  }

  const guard = (name: keyof typeof original) =>
    function guardedCall(...given: unknown[]): unknown {
      const status = name === "writeHead" ? Number(given[0]) : response.statusCode;
      if (!isCalm && status === 500 && note.outage && !response.headersSent) beCalm();
      // The rest of what the application says is nobody's any more.
      if (isCalm) return name === "write" || response;
      return Reflect.apply(original[name], response, given);
    };
  const names = Object.keys(original) as (keyof typeof original)[];
  const guarded = Object.fromEntries(names.map((name) => [name, guard(name)]));
  Object.assign(response, guarded);
  return note;
}

const actionId = /^[\da-f]{42}$/;
const hostName = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Why the application couldn't read what a request says about itself. */
function findHeaderFault({ headers, method }: IncomingMessage, host: string | undefined): Refusal | null {
  const refused = (reason: string): Refusal => ({ status: 400, reason });
  if (host !== undefined && !hostName.test(host)) return refused("the Host header is invalid.");
  const action = headers["next-action"];
  if (action !== undefined && (method !== "POST" || !actionId.test([action].flat().join()))) {
    return refused("the form action is invalid.");
  }
  return isRouterState(headers["next-router-state-tree"]) ? null : refused("the page state is invalid.");
}

/** By Next's own reading of it, which throws where a page's render would. */
function isRouterState(state: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(state);
    return true;
  } catch {
    return false;
  }
}
