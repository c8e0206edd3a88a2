import "server-only";
import { randomUUID } from "node:crypto";
import { cookies } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import { cookieName, kept } from "#lib/auth/sign-in/cookie.ts";
import { deviceClaims, type KnownDevice } from "#lib/auth/sign-in/known-device.ts";
import { secret } from "#lib/auth/secrets/secrets.ts";

const salt = "benchside-device";
const name = cookieName(salt);
const maxAge = 365 * 24 * 60 * 60;
/** A cookie has to stay short; on a shared device the oldest are asked for their passphrase. */
const mostRemembered = 8;

/** Sealed, so nobody but us writes it; with a salt, so that no other cookie of ours is taken for it. */
export async function readKnownDevice(): Promise<KnownDevice | null> {
  const jar = await cookies();
  // Browsers that were known before the cookie got its prefix over https.
  const token = (jar.get(name) ?? jar.get(salt))?.value;
  const read = token ? await decode({ token, secret: secret(), salt }).catch(() => null) : null;
  return deviceClaims.safeParse(read).data ?? null;
}

/** After a right secret, or a sitting's beginning: from then on this browser is no stranger to that account. */
export async function rememberDevice(userId: string, sitting?: KnownDevice["begun"][number]): Promise<void> {
  const known = (await readKnownDevice()) ?? { id: randomUUID(), accounts: [], begun: [] };
  const others = known.begun.filter(({ sittingId }) => sittingId !== sitting?.sittingId);
  const token = {
    id: known.id,
    accounts: [userId, ...known.accounts.filter((id) => id !== userId)].slice(0, mostRemembered),
    begun: (sitting ? [sitting, ...others] : others).slice(0, mostRemembered),
  };
  (await cookies()).set(name, await encode({ token, secret: secret(), salt, maxAge }), kept(maxAge));
}
