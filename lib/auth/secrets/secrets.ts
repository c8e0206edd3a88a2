import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { env } from "#lib/env.ts";
import { WaitingLine } from "#lib/auth/secrets/waiting-line.ts";

/** What cookies are sealed with, and what is kept of an address. */
export function secret(): string {
  if (!env.authSecret) throw new Error("AUTH_SECRET is not set: start with `npm start`, or set it");
  return env.authSecret;
}

// OWASP's second recommendation for argon2id: 19 MiB, 2 passes. The library's default algorithm is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each takes a core, and one of the four threads that files and compression need too: one of both stays free.
const line = new WaitingLine(
  { atOnce: Math.min(3, Math.max(1, availableParallelism() - 1)), waiting: 200 },
  "passwords",
);

const hashNow = (secret: string) => hash(secret.normalize("NFKC"), cost);

/** Waits its turn; refused where too many wait already. */
export const hashSecret = (secret: string): Promise<string> => line.pass(() => hashNow(secret));

let decoy: Promise<string> | undefined;

/** Takes as long for an account that doesn't exist, so that timing tells nothing. */
export async function verifySecret(stored: string | null, secret: string): Promise<boolean> {
  decoy ??= hashNow(randomBytes(16).toString("hex"));
  const against = stored ?? (await decoy);
  const matches = await line.pass(() => verify(against, secret.normalize("NFKC")));
  return stored !== null && matches;
}

export const newToken = (): string => randomBytes(32).toString("base64url");

export const hashToken = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(token).digest());
