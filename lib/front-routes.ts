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
