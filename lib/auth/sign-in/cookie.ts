import "server-only";
import { cookies } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import { signInDays } from "#lib/auth/terms.ts";
import { secret } from "#lib/auth/secrets/secrets.ts";
import { env } from "#lib/env.ts";
import { BoundedMap } from "#lib/bounded-map.ts";

const overHttps = env.publicUrl?.startsWith("https:") ?? false;
/** Over https no other host of the domain can set one of ours. */
export const cookieName = (plain: string): string => (overHttps ? `__Host-${plain}` : plain);
const name = cookieName("benchside");

// What a cookie says never changes, and to open one takes longer than all else that a request does before its answer.
const opened = new BoundedMap<string, { signInId: string; until: number }>(env.peopleInMemory, "sign_ins");

/** For none but us, on every page: a form of one page may answer with another. */
export const kept = (maxAge: number) =>
  ({ httpOnly: true, sameSite: "lax", secure: overHttps, path: "/", maxAge }) as const;
export const forget = async (name: string): Promise<void> =>
  void (await cookies()).delete({ name, path: "/", secure: overHttps });

/** The cookie only names a row of sign_ins; what it is worth is asked of the database on every request. */
export async function writeSignInCookie(signInId: string, days = signInDays): Promise<void> {
  const maxAge = days * 24 * 60 * 60;
  const token = await encode({ token: { sub: signInId }, secret: secret(), maxAge });
  (await cookies()).set(name, token, kept(maxAge));
}

export const readSignInCookie = async (): Promise<string | null> =>
  openCookie((await cookies()).get(name)?.value);

/** From the header itself, where Next reads none. Of two by the same name the later one counts, as with Next. */
export async function signInCookieIn(header: string | null): Promise<string | null> {
  const ours = header?.split(/; */).findLast((pair) => pair.startsWith(`${name}=`));
  return openCookie(ours?.slice(name.length + 1));
}

async function openCookie(token: string | undefined): Promise<string | null> {
  if (!token) return null;
  const known = opened.get(token);
  if (known) return known.until > Date.now() ? known.signInId : null;
  // A forged, foreign or expired cookie is no error of ours: the person is simply not signed in.
  const claims = await decode({ token, secret: secret() }).catch(() => null);
  if (!claims?.sub) return null;
  opened.set(token, { signInId: claims.sub, until: Number(claims.exp) * 1000 });
  return claims.sub;
}

export const clearSignInCookie = (): Promise<void> => forget(name);
