import "server-only";
import { createHash } from "node:crypto";
import { db } from "#lib/db.ts";
import { windowMinutes } from "#lib/auth/terms.ts";
import { fail, succeed, type Failure, type Result } from "#lib/result.ts";
import { isIPv4, isIPv6 } from "node:net";

const limits = { device: 10, address: 60, work: 10, token: 60, passkey: 60, told: 1 } as const;
type Kind = keyof typeof limits | "account";

/** So many tries an account gives to browsers it doesn't know; then each has to wait twice as long as the one before. */
const freeTries = 5;
const firstWaitSeconds = 30;
const longestWaitSeconds = windowMinutes * 60;

/** Whose secret is tried, from where; `device` is the browser's own mark, where the account knows it. */
type Attempt = { handle: string; address: string; device?: string | null };

// Hashed, so that the table names neither people nor addresses.
const keyOf = (kind: Kind, value: string) =>
  `${kind}:${createHash("sha256").update(value).digest("base64url")}`;
const deviceKey = ({ device, handle }: Attempt) => `${device} ${handle}`;

/**
 * Counts an attempt before its secret is looked at: a thousand parallel guesses are a thousand attempts, whichever
 * process they reach. A browser that the account knows has a budget that nobody else can use up. An account that
 * doesn't exist is counted like one that does.
 */
export async function reserveAttempt(attempt: Attempt): Promise<Result<undefined, "throttled">> {
  const { handle, address, device } = attempt;
  const kind = device ? "device" : "address";
  const { attempts, endsAt } = await count(kind, device ? deviceKey(attempt) : countedAddress(address));
  if (attempts > limits[kind]) return waitUntil(endsAt);
  return device ? succeed() : waitLonger(handle);
}

/** In SQL: Prisma's upsert takes no conditions, and one statement decides. Whoever comes while the wait lasts is not counted, and doesn't lengthen it. */
async function waitLonger(handle: string): Promise<Result<undefined, "throttled">> {
  const key = keyOf("account", handle);
  const taken = await db.$executeRaw`
    INSERT INTO throttles AS t (key, attempts, ends_at) VALUES (${key}, 1, now() + interval '1 day')
    ON CONFLICT (key) DO UPDATE SET
      attempts = CASE WHEN t.ends_at < now() THEN 1 ELSE t.attempts + 1 END,
      ends_at = EXCLUDED.ends_at,
      blocked_until = CASE WHEN t.ends_at >= now() AND t.attempts + 1 >= ${freeTries} THEN now() + make_interval(
        secs => least(${firstWaitSeconds} * power(2, least(t.attempts + 1 - ${freeTries}, 30)), ${longestWaitSeconds})) END
    WHERE t.blocked_until IS NULL OR t.blocked_until <= now()`;
  if (taken > 0) return succeed();
  const found = await db.throttle.findUnique({ where: { key }, select: { blockedUntil: true } });
  return waitUntil(found?.blockedUntil ?? new Date());
}

function waitUntil(end: Date): Failure<"throttled"> {
  const minutes = Math.ceil((end.getTime() - Date.now()) / 60_000);
  return fail("throttled", { minutes: String(Math.max(1, minutes)) });
}

/** Counts what costs this server much and whoever asks nothing, right or wrong: one person needs it a few times. */
export const isAskedTooOften = async (what: string): Promise<boolean> =>
  (await count("work", what)).attempts > limits.work;

/** What cost tries was right in the end. */
export async function clearAsked(what: string): Promise<void> {
  await forget(keyOf("work", what));
}

/** Counts questions for passkeys, which anybody may ask for, and which are remembered for a while. */
export const isPasskeyAskedTooOften = async (address: string): Promise<boolean> =>
  (await count("passkey", countedAddress(address))).attempts > limits.passkey;

/** Counts a wrong token of a program, apart from sign-ins: a forgotten script locks out nobody who types a password. */
export const isWrongTooOften = async (address: string): Promise<boolean> =>
  (await count("token", countedAddress(address))).attempts > limits.token;

/** What a flood would repeat is told once in a while. */
export const isLoggedAlready = async (what: string, address: string): Promise<boolean> =>
  (await count("told", `${what} ${countedAddress(address)}`)).attempts > limits.told;

/** A right secret clears what it was tried under, and gives the attempt back to the address. */
export async function clearAttempts(attempt: Attempt): Promise<void> {
  const { handle, address, device } = attempt;
  if (device) return forget(keyOf("device", deviceKey(attempt)));
  await forget(keyOf("account", handle));
  const key = keyOf("address", countedAddress(address));
  await db.throttle.deleteMany({ where: { key, attempts: { lte: 1 } } });
  await db.throttle.updateMany({ where: { key, attempts: { gt: 1 } }, data: { attempts: { decrement: 1 } } });
}

const forget = async (key: string): Promise<void> => void (await db.throttle.deleteMany({ where: { key } }));

/** In SQL: what Prisma's upsert writes can't depend on what is there. */
async function count(kind: Kind, value: string): Promise<{ attempts: number; endsAt: Date }> {
  const [counted] = await db.$queryRaw<{ attempts: number; endsAt: Date }[]>`
    INSERT INTO throttles (key, attempts, ends_at)
    VALUES (${keyOf(kind, value)}, 1, now() + make_interval(mins => ${windowMinutes}))
    ON CONFLICT (key) DO UPDATE SET
      attempts = CASE WHEN throttles.ends_at < now() THEN 1 ELSE throttles.attempts + 1 END,
      ends_at = CASE WHEN throttles.ends_at < now() THEN EXCLUDED.ends_at ELSE throttles.ends_at END
    RETURNING attempts, ends_at AS "endsAt"`;
  return counted ?? { attempts: 0, endsAt: new Date() };
}

/** The address that limits count. A line to the network has one IPv4 address, and of IPv6 a whole /64: so that is one. */
export function countedAddress(address: string): string {
  const plain = address.trim().replace(/%.*/s, "");
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return "unknown";
  const groups = groupsOf(plain);
  return ipv4Within(groups) ?? `${groups.slice(0, 4).map(hex).join(":")}::/64`;
}

const hex = (group: number) => group.toString(16);

function groupsOf(address: string): number[] {
  const [head, tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [left, right] = [head, tail].map((half) => (half ? half.split(":") : []));
  const missing = 8 - left!.length - right!.length;
  return [...left!, ...Array<string>(missing).fill("0"), ...right!].map((group) => parseInt(group, 16));
}

/** "::ffff:203.0.113.9", as a socket for both kinds calls a caller by IPv4. */
function ipv4Within(groups: number[]): string | null {
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join(".")
    : null;
}
