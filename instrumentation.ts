import type { Instrumentation } from "next";

/** Read by the web process, which adds the digest to the request's line in the log. */
const recorded = Symbol.for("benchside.request-errors");

export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  (await import("#lib/monitoring/report.ts")).startReporting("web");
  // Development answers everything through Next, which takes up what was changed meanwhile.
  if (process.env.NODE_ENV !== "production") return;
  const { front } = await import("#lib/front-routes.ts");
  front.load = async () => (await import("#lib/sittings/device-routes.ts")).deviceRoutes;
}

export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  const { log } = await import("#lib/log.ts");
  const header = request.headers["x-request-id"];
  const requestId = Array.isArray(header) ? header[0] : header;
  const { digest } = error as Error & { digest?: string };
  const shared = globalThis as { [recorded]?: Map<string, string> };
  if (requestId && digest) shared[recorded]?.set(requestId, digest);
  log.error(
    { requestId, digest, route: context.routePath, kind: context.routeType, err: error },
    "request failed",
  );
};
