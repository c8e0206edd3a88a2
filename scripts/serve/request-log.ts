import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { simulatedAgent } from "#lib/simulation/schema.ts";
import { isStaticAsset } from "#scripts/serve/target.ts";

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
