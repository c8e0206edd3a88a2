import { processSingleton } from "#lib/process-singleton.ts";

/** What a program asks, from whichever of the two servers it comes. */
export type RouteRequest = {
  headers: Pick<Headers, "get">;
  sittingId: string;
  query: URLSearchParams;
  body: Uint8Array;
};
/** Told as JSON, and for nobody to keep. */
export type RouteReply = { status: number; json: unknown };
export type FrontRoute = (asked: RouteRequest) => Promise<RouteReply>;

export const frontNames = ["answers", "cases", "state"] as const;
export type FrontRoutes = Record<(typeof frontNames)[number], FrontRoute>;

/**
 * Routes of /api/sittings/[sittingId] that the server in front of Next answers itself. Next builds them with the rest of
 * the product, and instrumentation.ts says here where they are; until then, and in development, Next answers them.
 */
export const front = processSingleton("front routes", (): { load: (() => Promise<FrontRoutes>) | null } => ({
  load: null,
}));

/** An answer with the longest reason there may be, in the longest form that JSON has for it, and some more. */
export const longestJson = 65_536;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** What was sent as JSON; undefined for anything else, and for more than an answer can be. */
export function readBody(contentType: string | null, body: Uint8Array): unknown {
  const type = contentType?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json" || body.length > longestJson) return;
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return;
  }
}
