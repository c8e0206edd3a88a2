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
const maxRemembered = 8;
/** Of so many of them, all that they were made of, as far as browsers keep a cookie that long. */
const maxStarted = 2;
const maxBytes = 3800;

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
  const before = known.begun.find(({ sittingId }) => sittingId === sitting?.sittingId);
  const others = known.begun.filter((one) => one !== before);
  await write({
    id: known.id,
    accounts: [userId, ...known.accounts.filter((id) => id !== userId)].slice(0, maxRemembered),
    begun: sitting ? [{ started: before?.started, ...sitting }, ...others] : others,
  });
}

/** After signing out and after withdrawing, nothing here brings a sitting of theirs back. */
export async function forgetStarted(userId: string): Promise<void> {
  const known = await readKnownDevice();
  if (!known?.begun.some(({ started }) => started?.userId === userId)) return;
  const begun = known.begun.map(({ started, ...one }) =>
    started && started.userId !== userId ? { ...one, started } : one,
  );
  await write({ ...known, begun });
}

async function write({ begun, ...known }: KnownDevice): Promise<void> {
  const sittings = begun.slice(0, maxRemembered);
  const started = sittings.filter((one) => one.started);
  for (let most = Math.min(maxStarted, started.length); ; most--) {
    const whole = started.slice(0, most);
    const token = {
      ...known,
      begun: sittings.map((one) =>
        whole.includes(one) ? one : { sittingId: one.sittingId, signInId: one.signInId },
      ),
    };
    const sealed = await encode({ token, secret: secret(), salt, maxAge });
    if (most > 0 && sealed.length > maxBytes) continue;
    return void (await cookies()).set(name, sealed, kept(maxAge));
  }
}
