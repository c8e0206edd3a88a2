import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { isStaticAsset, loggablePath } from "#scripts/serve/screening.ts";

/** Filled by instrumentation.ts: under which digest an error page shows what went wrong in a request. */
const errors = ((globalThis as Record<symbol, unknown>)[Symbol.for("benchside.request-errors")] ??=
  new Map()) as Map<string, string>;

/** One line a request, once it is over. */
export function logRequest(
  log: Logger,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): void {
  const since = performance.now();
  const { socket, method, url = "/" } = request;
  const before = socket.bytesWritten;
  response.once("close", () => {
    const path = loggablePath(url);
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
    if (isStaticAsset(path)) log.debug(line);
    else if (response.statusCode >= 500) log.error(line);
    else log.info(line);
  });
}
