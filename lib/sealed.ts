import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";
const ivBytes = 12;
const authTagLength = 16;

/** 32 bytes, and what the sealed text belongs to: moved to another place it can't be opened. */
type SealContext = { key: Buffer; boundTo: string };

export function sealUnder(secret: Uint8Array, { key, boundTo }: SealContext): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv, { authTagLength }).setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([sealing.update(secret), sealing.final()]);
  return new Uint8Array(Buffer.concat([iv, sealing.getAuthTag(), sealed]));
}

/** Null where it was sealed under another key, for another place, or changed since. */
export function unsealUnder(
  sealed: Uint8Array,
  { key, boundTo }: SealContext,
): Uint8Array<ArrayBuffer> | null {
  try {
    // Without its length given a tag of a single byte would do.
    const opening = createDecipheriv(cipher, key, sealed.subarray(0, ivBytes), { authTagLength })
      .setAAD(Buffer.from(boundTo))
      .setAuthTag(sealed.subarray(ivBytes, ivBytes + authTagLength));
    const secret = opening.update(sealed.subarray(ivBytes + authTagLength));
    return new Uint8Array(Buffer.concat([secret, opening.final()]));
  } catch {
    return null;
  }
}
