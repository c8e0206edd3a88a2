import { randomUUID } from "node:crypto";
import type { RequestListener, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { DatabaseGate } from "#scripts/serve/database-gate.ts";
import { logRequest } from "#scripts/serve/request-log.ts";
import {
  clientAddress,
  isCrossSite,
  isReadable,
  requestIdHeader,
  screenHeaders,
} from "#scripts/serve/screening.ts";
import { setSecurityHeaders } from "#scripts/serve/security-headers.ts";
import { answerUnavailable } from "#scripts/serve/unavailable.ts";

type Parts = {
  application: RequestListener;
  gate: Pick<DatabaseGate, "isOpen">;
  log: Logger;
  publicPaths: ReadonlySet<string>;
  publicUrl: string | null;
  trustProxy: number;
};

// Next breaks on the others instead of refusing them.
const methods = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" });
  response.end(`Refused: ${reason}\n`);
}

/** What happens to every request before and around the application. */
export function createListener(parts: Parts): RequestListener {
  const { application, gate, log, publicPaths, publicUrl, trustProxy } = parts;
  const worksAlone = (path: string) =>
    path.startsWith("/_next/") || path === "/api/health" || publicPaths.has(path);
  // The page that an action leads to is asked for by Next itself, here, under another host and with the headers of
  // the request it answers: by the id that only this server gives, it is known to belong to that one.
  const hostsUnderWay = new Map<string, string | undefined>();

  return async (request, response) => {
    const requestId = randomUUID();
    const { headers, socket, method = "GET", url = "/" } = request;
    const path = url.split("?", 1)[0] ?? "/";
    logRequest(log, request, response, requestId);
    response.setHeader(requestIdHeader, requestId);
    setSecurityHeaders(response, publicUrl);
    if (!methods.has(method)) return refuse(response, 405, "this method is not known here.");
    if (isCrossSite({ method, headers }, publicUrl, trustProxy)) {
      return refuse(response, 403, "this request was sent by another site.");
    }
    // Next takes what can't be read for a fault of its own.
    if (!isReadable(path)) return refuse(response, 400, "this address can’t be read.");
    const forwardedFor = headers["x-forwarded-for"];
    const address = clientAddress(socket.remoteAddress ?? "", [forwardedFor].flat().join(","), trustProxy);
    const host = hostsUnderWay.get([headers[requestIdHeader]].flat().join()) ?? headers.host;
    hostsUnderWay.set(requestId, host);
    response.once("close", () => hostsUnderWay.delete(requestId));
    screenHeaders(headers, { address, host, requestId, trustProxy });
    if (!worksAlone(path) && !(await gate.isOpen())) {
      answerUnavailable(request, response);
      return;
    }
    // Next would show its own fallback pages at these addresses, one of them as an error of ours.
    if (/^\/_(?!next\/)/.test(path)) request.url = "/not-here";
    try {
      await application(request, response);
    } catch (error) {
      log.error({ requestId, err: error }, "the application threw");
      if (!response.headersSent) response.writeHead(500, { "Content-Type": "text/plain; charset=utf-8" });
      response.end(`Something broke. Request ${requestId}\n`);
    }
  };
}
