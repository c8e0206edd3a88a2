import "server-only";
import { refuseIfBusy } from "#lib/auth/secrets/waiting-line.ts";
import { findSignedIn, getViewer, recallSignedIn, viewerOf } from "#lib/auth/request/request.ts";
import { logRefused } from "#lib/auth/request/log-refused.ts";
import type { Role } from "#lib/auth/roles.ts";
import { signInCookieIn } from "#lib/auth/sign-in/cookie.ts";
import { hasRole, type Viewer } from "#lib/auth/viewer.ts";
import type { RouteRequest, FrontRoute, RouteReply } from "#lib/front-routes.ts";
import { fail, succeed, type Failure, type Success } from "#lib/result.ts";

const fresh = { "cache-control": "no-store" };
const statusOf = { not_signed_in: 401, not_allowed: 403 } as const;

/** For programs: what a page answers with a redirect or a drawn refusal, said as a status and a code. */
export async function withViewer<R extends Role>(
  allowed: readonly R[],
  answer: (viewer: Viewer<R>) => Promise<Response>,
): Promise<Response> {
  const viewer = only(await getViewer(), allowed);
  return viewer.ok ? answer(viewer.value).catch(refuseIfBusy) : refuse(viewer.error, statusOf[viewer.error]);
}

export function refuse(error: string, status: number): Response {
  return Response.json({ error }, { status, headers: fresh });
}

/** The same for what both servers answer: who sent something, by its headers alone. */
export async function proveSender<R extends Role>(
  headers: RouteRequest["headers"],
  allowed: readonly R[],
): Promise<Success<Viewer<R>> | { ok: false; error: RouteReply }> {
  const signedIn = await findSignedIn(await signInCookieIn(headers.get("cookie")), headers);
  const viewer = only(viewerOf(signedIn), allowed);
  return viewer.ok ? viewer : { ok: false, error: problemReply(viewer.error, statusOf[viewer.error]) };
}

/** The same, or who it was within the last minute: for answers alone, which aren't stored unless it still holds. */
export async function recallSender<R extends Role>(
  headers: RouteRequest["headers"],
  allowed: readonly R[],
): ReturnType<typeof proveSender<R>> {
  const recalled = recallSignedIn(await signInCookieIn(headers.get("cookie")), headers);
  return recalled && hasRole(recalled, allowed) ? succeed(recalled) : proveSender(headers, allowed);
}

export const problemReply = (error: string, status: number): RouteReply => ({ status, json: { error } });

function only<R extends Role>(
  viewer: Viewer | null,
  allowed: readonly R[],
): Success<Viewer<R>> | Failure<keyof typeof statusOf> {
  if (!viewer) return fail("not_signed_in");
  return hasRole(viewer, allowed) ? succeed(viewer) : logRefused(viewer);
}

/** A route of the server in front, for Next to answer where that one doesn't. */
export const throughNext =
  (answer: FrontRoute) =>
  async (request: Request, { params }: { params: Promise<{ sittingId: string }> }): Promise<Response> => {
    const { status, json } = await answer({
      headers: request.headers,
      sittingId: (await params).sittingId,
      query: new URL(request.url).searchParams,
      body: new Uint8Array(await request.arrayBuffer()),
    });
    return Response.json(json, { status, headers: fresh });
  };
