import { isLineFull } from "#lib/auth/waiting-line.ts";

const busy = {
  error: "busy",
  message: "Others are taking files or having figures computed right now. Try again in a minute.",
};

/** Where too many stand in line already; everything else goes on as it was thrown. */
export function refuseIfBusy(error: unknown): Response {
  if (!isLineFull(error)) throw error;
  return Response.json(busy, { status: 503, headers: { "cache-control": "no-store", "retry-after": "60" } });
}
