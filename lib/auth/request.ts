import "server-only";
import { cache } from "react";
import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { readSignInCookie } from "#lib/auth/cookie.ts";
import { findSignIn, noteSeen } from "#lib/auth/sign-ins.ts";
import type { Role } from "#lib/auth/roles.ts";
import { placeOf } from "#lib/auth/place.ts";
import { admit, hasRole, type Viewer } from "#lib/auth/viewer.ts";

/** Asked of the database once a request: a removal, a new role or a sign-out elsewhere works at once. */
export const getViewer = cache(async (): Promise<Viewer | null> => {
  const signInId = await readSignInCookie();
  if (!signInId) return null;
  const signIn = await findSignIn(signInId);
  if (!signIn) return null;
  await noteSeen(signIn);
  const { user } = signIn;
  const sent = await headers();
  return admit({
    userId: user.id,
    role: user.role,
    name: user.name,
    handle: user.handle,
    hasSecret: user.hasSecret,
    signInId: signIn.id,
    actor: { id: user.id, origin: "web", place: placeOf(sent.get("x-benchside-path")) },
    requestId: sent.get("x-request-id"),
  });
});

/** For pages: sends a stranger to the sign-in page and shows the wrong role that this is not theirs. */
export async function requireViewer<R extends Role>(...allowed: readonly R[]): Promise<Viewer<R>> {
  const viewer = await getViewer();
  if (!viewer) {
    const path = (await headers()).get("x-benchside-path");
    redirect(path && path !== "/" ? `/sign-in?next=${encodeURIComponent(path)}` : "/sign-in");
  }
  if (!hasRole(viewer, allowed)) forbidden();
  return viewer;
}
