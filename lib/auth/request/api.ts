import "server-only";
import { refuseIfBusy } from "#lib/auth/secrets/busy.ts";
import { getViewer } from "#lib/auth/request/request.ts";
import type { Role } from "#lib/auth/roles.ts";
import { hasRole, type Viewer } from "#lib/auth/viewer.ts";

/** For programs: what a page answers with a redirect or a drawn refusal, said as a status and a code. */
export async function withViewer<R extends Role>(
  allowed: readonly R[],
  answer: (viewer: Viewer<R>) => Promise<Response>,
): Promise<Response> {
  const viewer = await getViewer();
  if (!viewer) return refuse("not_signed_in", 401);
  if (!hasRole(viewer, allowed)) return refuse("not_allowed", 403);
  return answer(viewer).catch(refuseIfBusy);
}

export function refuse(error: string, status: number): Response {
  return Response.json({ error }, { status, headers: { "cache-control": "no-store" } });
}
