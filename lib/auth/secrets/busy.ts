import { isLineFull } from "#lib/auth/secrets/waiting-line.ts";

const busy = {
  error: "busy",
  message: "The server is busy with other downloads and computations. Try again in a minute.",
};

/** Where too many stand in line already, and where whoever asked has left; everything else goes on as it was thrown. */
export function refuseIfBusy(error: unknown): Response {
  // Nobody reads this; thrown on, it would stand in the log as a fault of ours.
  if (error instanceof Error && ["AbortError", "ResponseAborted"].includes(error.name))
    return new Response(null, { status: 499 });
  if (!isLineFull(error)) throw error;
  return Response.json(busy, { status: 503, headers: { "cache-control": "no-store", "retry-after": "60" } });
}
