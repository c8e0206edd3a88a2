import "server-only";
import { cookies, headers } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import { cookieName, forget, kept, writeSignInCookie } from "#lib/auth/sign-in/cookie.ts";
import { rememberDevice } from "#lib/auth/sign-in/device-cookie.ts";
import { describePerson } from "#lib/auth/request/request.ts";
import type { Person } from "#lib/auth/sign-in/sign-ins.ts";
import { listFactors } from "#lib/auth/second-factor/factors.ts";
import {
  findHalf,
  finishHalf,
  type Admission,
  type HalfSignIn,
} from "#lib/auth/second-factor/half-sign-in.ts";
import type { Proof } from "#lib/auth/second-factor/factors.ts";
import { halfMinutes, type Factors } from "#lib/auth/second-factor/schema.ts";
import { secret } from "#lib/auth/secrets/secrets.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { hasRole } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";

const name = cookieName("benchside-half");
const maxAge = halfMinutes * 60;
const staff = ["researcher", "admin"] as const;

/** Says "half" where the cookie of a sign-in says "sub": neither is taken for the other. */
export async function writeHalfCookie(half: string): Promise<void> {
  const token = await encode({ token: { half }, secret: secret(), maxAge });
  (await cookies()).set(name, token, kept(maxAge));
}

export async function readHalf(): Promise<HalfSignIn | null> {
  const token = (await cookies()).get(name)?.value;
  const claims = token ? await decode({ token, secret: secret() }).catch(() => null) : null;
  return typeof claims?.half === "string" ? findHalf(claims.half) : null;
}

/** Whom the first factor let this far; not signed in, and a viewer for the second factor alone. */
export async function describeStaff(userId: string): Promise<Staff | null> {
  const select = { id: true, role: true, name: true, handle: true, secretHash: true } as const;
  const user = await db.user.findFirst({ where: { id: userId, deactivatedAt: null }, select });
  if (!user) return null;
  const { secretHash, ...person } = user;
  const described: Person = { ...person, hasSecret: secretHash !== null };
  const viewer = describePerson(described, null, await headers());
  return hasRole(viewer, staff) ? viewer : null;
}

/** What the way in asks next of whoever the first factor let this far; null where nobody is. */
export async function listAskedFactors(): Promise<Factors | null> {
  const half = await readHalf();
  const viewer = half?.userId ? await describeStaff(half.userId) : null;
  return viewer && listFactors(viewer);
}

/** Signs in, or remembers how far the way in has come. */
export async function writeAdmission(admission: Admission, userId: string): Promise<void> {
  if (admission.kind === "half") return writeHalfCookie(admission.halfId);
  await writeSignInCookie(admission.signInId, admission.days);
  await rememberDevice(userId);
}

export async function signInFully(half: HalfSignIn, viewer: Staff, proof: Proof): Promise<boolean> {
  const admission = await finishHalf(half, viewer, proof);
  if (!admission) return false;
  await writeAdmission(admission, viewer.userId);
  await forget(name);
  return true;
}
