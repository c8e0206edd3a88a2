import "server-only";
import { logRefused } from "#lib/auth/request/log-refused.ts";
import { cache } from "react";
import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { readSignInCookie } from "#lib/auth/sign-in/cookie.ts";
import { findSignIn, noteSeen, recallSignIn, type Person } from "#lib/auth/sign-in/sign-ins.ts";
import type { Role } from "#lib/auth/roles.ts";
import { placeOf, visitorOf } from "#lib/auth/request/visitor.ts";
import { admit, hasRole, type Viewer } from "#lib/auth/viewer.ts";

type RequestHeaders = Pick<Headers, "get">;

/** As the record names who does something with a request. */
export const describePerson = (user: Person, signInId: string | null, sent: RequestHeaders): Viewer =>
  admit({
    userId: user.id,
    role: user.role,
    name: user.name,
    handle: user.handle,
    hasSecret: user.hasSecret,
    signInId,
    actor: { id: user.id, origin: "web", place: placeOf(sent.get("x-benchside-path")) },
    requestId: sent.get("x-request-id"),
    from: visitorOf(sent),
  });

export type SignedIn = { viewer: Viewer; provenAt: Date; mustEnrol: boolean };

/** Asked of the database once a request: a removal, a new role or a sign-out elsewhere works at once. */
export async function findSignedIn(signInId: string | null, sent: RequestHeaders): Promise<SignedIn | null> {
  const signIn = signInId && (await findSignIn(signInId));
  if (!signIn) return null;
  await noteSeen(signIn);
  const { id, user, provenAt, mustEnrol } = signIn;
  return { viewer: describePerson(user, id, sent), provenAt, mustEnrol };
}

/**
 * Who was proven in the last minute, without asking: good only for what asks the database, with its own question, whether
 * that still holds.
 */
export function recallSignedIn(signInId: string | null, sent: RequestHeaders): Viewer | null {
  const user = signInId && recallSignIn(signInId);
  return user ? describePerson(user, signInId, sent) : null;
}

export const getSignedIn = cache(async () => findSignedIn(await readSignInCookie(), await headers()));

/** Whoever still has to set up the second factor that is required is nobody's viewer yet. */
export const viewerOf = (signedIn: SignedIn | null): Viewer | null =>
  signedIn && !signedIn.mustEnrol ? signedIn.viewer : null;

export const getViewer = async (): Promise<Viewer | null> => viewerOf(await getSignedIn());

/** The page on which a second factor is set up, open before there is one. */
const enrolmentPath = "/sign-in/set-up";

/** For pages: sends a stranger to the sign-in page and shows the wrong role that this is not theirs. */
export async function requireViewer<R extends Role>(...allowed: readonly R[]): Promise<Viewer<R>> {
  const signedIn = await getSignedIn();
  if (!signedIn) return redirectBackLater("/sign-in");
  if (signedIn.mustEnrol) return redirectBackLater(enrolmentPath);
  return only(signedIn.viewer, allowed);
}

/** The same for the one page that is open before a required second factor is set up. */
export async function requireEnrollee<R extends Role>(...allowed: readonly R[]): Promise<Viewer<R>> {
  const signedIn = await getSignedIn();
  return signedIn ? only(signedIn.viewer, allowed) : redirectBackLater("/sign-in");
}

async function redirectBackLater(door: string): Promise<never> {
  const path = (await headers()).get("x-benchside-path");
  redirect(path && path !== "/" ? `${door}?next=${encodeURIComponent(path)}` : door);
}

/** A page and its frame both ask. */
const logRefusedOnce = cache(logRefused);

function only<R extends Role>(viewer: Viewer, allowed: readonly R[]): Viewer<R> {
  if (hasRole(viewer, allowed)) return viewer;
  logRefusedOnce(viewer);
  return forbidden();
}
