import "server-only";
import { createHash } from "node:crypto";
import { db } from "#lib/db.ts";
import { windowMinutes } from "#lib/auth/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

const limits = { account: 10, address: 60, work: 10, token: 60, passkey: 60 } as const;
type Kind = keyof typeof limits;

// Hashed, so that the table names neither people nor addresses.
const keyOf = (kind: Kind, value: string) =>
  `${kind}:${createHash("sha256").update(value).digest("base64url")}`;

/**
 * Counts an attempt before its secret is looked at: a hundred parallel guesses are a hundred attempts,
 * whichever process they reach. An account that doesn't exist is counted like one that does.
 */
export async function reserveAttempt(
  handle: string,
  address: string,
): Promise<Result<undefined, "throttled">> {
  const account = await count("account", handle);
  const fromAddress = await count("address", address);
  return account > limits.account || fromAddress > limits.address ? fail("throttled") : succeed();
}

/** Counts what costs this server much and whoever asks nothing, right or wrong: one person needs it a few times. */
export const isAskedTooOften = async (what: string): Promise<boolean> =>
  (await count("work", what)) > limits.work;

/** What cost tries was right in the end. */
export async function clearAsked(what: string): Promise<void> {
  await db.throttle.deleteMany({ where: { key: keyOf("work", what) } });
}

/** Counts questions for passkeys, which anybody may ask for, and which are remembered for a while. */
export const isPasskeyAskedTooOften = async (address: string): Promise<boolean> =>
  (await count("passkey", address)) > limits.passkey;

/** Counts a wrong token of a program, apart from sign-ins: a forgotten script locks out nobody who types a password. */
export const isWrongTooOften = async (address: string): Promise<boolean> =>
  (await count("token", address)) > limits.token;

/** A right secret clears the account and gives the attempt back to the address. */
export async function clearAttempts(handle: string, address: string): Promise<void> {
  await db.throttle.deleteMany({ where: { key: keyOf("account", handle) } });
  await db.throttle.deleteMany({ where: { key: keyOf("address", address), attempts: { lte: 1 } } });
  await db.throttle.updateMany({
    where: { key: keyOf("address", address), attempts: { gt: 1 } },
    data: { attempts: { decrement: 1 } },
  });
}

async function count(kind: Kind, value: string): Promise<number> {
  const rows = await db.$queryRaw<{ attempts: number }[]>`
    INSERT INTO throttles (key, attempts, ends_at)
    VALUES (${keyOf(kind, value)}, 1, now() + make_interval(mins => ${windowMinutes}))
    ON CONFLICT (key) DO UPDATE SET
      attempts = CASE WHEN throttles.ends_at < now() THEN 1 ELSE throttles.attempts + 1 END,
      ends_at = CASE WHEN throttles.ends_at < now() THEN EXCLUDED.ends_at ELSE throttles.ends_at END
    RETURNING attempts`;
  return rows[0]?.attempts ?? 0;
}
