import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { countedAddress } from "#lib/auth/sign-in/counted-address.ts";
import { outageOf } from "#lib/database/outage.ts";
import { notingOutages } from "#lib/database/request-outage.ts";
import { bodyLimits, timeBody, type BodyLimits } from "#scripts/serve/bodies/body-clock.ts";
import { calmOutages } from "#scripts/serve/calm-response.ts";
import { hangUp, Tally } from "#scripts/serve/connections.ts";
import type { DatabaseGate } from "#scripts/serve/database-gate.ts";
import { findFront } from "#scripts/serve/front.ts";
import { findHeaderFault } from "#scripts/serve/header-faults.ts";
import { givePageHeaders } from "#scripts/serve/page-headers.ts";
import { countRequest } from "#lib/monitoring/count.ts";
import { InnerKeys, type Origin } from "#scripts/serve/inner-key.ts";
import { refuse, type Refusal } from "#scripts/serve/refusal.ts";
import { screenBody } from "#scripts/serve/bodies/request-body.ts";
import { logRequest } from "#scripts/serve/request-log.ts";
import {
  clientAddress,
  innerKeyHeader,
  isCrossSite,
  requestIdHeader,
  screenHeaders,
} from "#scripts/serve/screening.ts";
import { setSecurityHeaders } from "#scripts/serve/security-headers.ts";
import { findTargetFault, loggablePath, targetOf } from "#scripts/serve/target.ts";
import { answerUnavailable } from "#scripts/serve/unavailable.ts";

type Parts = {
  application: RequestListener;
  gate: Pick<DatabaseGate, "isOpen">;
  log: Logger;
  publicPaths: ReadonlySet<string>;
  publicUrl: string | null;
  trustProxy: number;
  /** Requests that may be under way at once from one address. */
  perAddress: number;
  dev?: boolean;
  /** The same in all processes that share a port. */
  innerSecret?: string;
  bodies?: BodyLimits;
};

type Exchange = { request: IncomingMessage; response: ServerResponse; requestId: string };

// Next breaks on the others instead of refusing them.
const methods = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
/** The one address that takes what is larger than a form: the files of a benchmark. */
const uploads = /^\/api\/benchmarks\/[^/]+\/uploads$/;

/** What happens to every request before and around the application. */
export function createListener(parts: Parts): RequestListener {
  const { gate, log, publicPaths, publicUrl, trustProxy, bodies = bodyLimits } = parts;
  const worksAlone = (path: string) =>
    path.startsWith("/_next/static/") ||
    path.startsWith("/api/health") ||
    path === "/api/metrics" ||
    publicPaths.has(path);
  const addresses = new Tally(parts.perAddress);
  const innerKeys = new InnerKeys(parts.innerSecret ?? randomUUID());

  return async (request, response) => {
    const requestId = randomUUID();
    const { headers, socket } = request;
    request.url = targetOf(request.url ?? "/");
    const loggable = loggablePath(request.url);
    logRequest(log, request, response, { requestId, path: loggable });
    response.setHeader(requestIdHeader, requestId);
    setSecurityHeaders(response, request.url, publicUrl);
    const outer = innerKeys.read([headers[innerKeyHeader]].flat().join());
    const origin = outer ?? originOf(request, trustProxy);
    if (!outer) countRequest(request, response, loggable);
    const fault = findFault(parts, request, origin, outer !== null);
    if (fault) return refuse(request, response, fault);
    const counted = countedAddress(origin.address);
    if (!outer && !addresses.take(counted)) {
      return refuse(request, response, {
        status: 429,
        reason: "too many requests from your address are in progress.",
      });
    }
    if (!outer) response.once("close", () => addresses.giveBack(counted));
    const path = request.url.split("?", 1)[0] ?? "/";
    const isUpload = request.method === "POST" && uploads.test(path);
    timeBody(request, { ...bodies, isUpload }, () =>
      hangUp(socket, 408, "the rest of the request took too long to arrive.", response),
    );
    const answerInFront = findFront(request.method ?? "GET", path);
    // Who is answered without Next asks for nothing more.
    const innerKey = answerInFront ? "" : innerKeys.make(origin);
    screenHeaders(headers, { ...origin, requestId, innerKey, isInner: outer !== null, trustProxy });
    if (!worksAlone(path) && !(await gate.isOpen())) return answerUnavailable(request, response);
    const screened = isUpload ? null : await screenBody(request, { putBack: answerInFront === null });
    if (socket.destroyed || response.headersSent) return;
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
