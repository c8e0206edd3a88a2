import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

// OWASP's second recommendation for argon2id: 19 MiB, 2 passes. The library's default algorithm is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashSecret = (secret: string): Promise<string> => hash(secret.normalize("NFKC"), cost);

let decoy: Promise<string> | undefined;

/** Takes as long for an account that doesn't exist, so that timing tells nothing. */
export async function verifySecret(stored: string | null, secret: string): Promise<boolean> {
  decoy ??= hashSecret(randomBytes(16).toString("hex"));
  const matches = await verify(stored ?? (await decoy), secret.normalize("NFKC"));
  return stored !== null && matches;
}

export const newToken = (): string => randomBytes(32).toString("base64url");

export const hashToken = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(token).digest());
