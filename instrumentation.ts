import type { Instrumentation } from "next";

/** Read by the web process, which adds the digest to the request's line in the log. */
const recorded = Symbol.for("benchside.request-errors");

export const onRequestError: Instrumentation.onRequestError = (error, request, context) => {
  const header = request.headers["x-request-id"];
  const requestId = Array.isArray(header) ? header[0] : header;
  const { digest, message, stack } = error as Error & { digest?: string };
  const shared = globalThis as { [recorded]?: Map<string, string> };
  if (requestId && digest) shared[recorded]?.set(requestId, digest);
  const line = {
    level: "error",
    time: new Date().toISOString(),
    requestId,
    digest,
    route: context.routePath,
  };
  console.error(JSON.stringify({ ...line, kind: context.routeType, msg: message, stack }));
};
