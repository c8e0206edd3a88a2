import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ivBytes = 12;
const tagBytes = 16;
const cipher = "aes-256-gcm";

const keyFrom = (authSecret: string) =>
  Buffer.from(hkdfSync("sha256", authSecret, "", "benchside: secrets of authenticator apps", 32));

/** Bound to its owner: moved to somebody else's row it can't be opened. */
export function seal(
  secret: Uint8Array,
  { owner, key }: { owner: string; key: string },
): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyFrom(key), iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);
  return new Uint8Array(Buffer.concat([iv, sealing.getAuthTag(), sealed]));
}

/** Null where it was sealed under another AUTH_SECRET, or changed since. */
export function unseal(
  sealed: Uint8Array,
  { owner, key }: { owner: string; key: string },
): Uint8Array<ArrayBuffer> | null {
  try {
    const opening = createDecipheriv(cipher, keyFrom(key), sealed.subarray(0, ivBytes))
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
    const secret = Buffer.concat([opening.update(sealed.subarray(ivBytes + tagBytes)), opening.final()]);
    return new Uint8Array(secret);
  } catch {
    return null;
  }
}
