import "server-only";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { env } from "#lib/env.ts";

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** Bound to its endpoint: in another's row it doesn't open. */
const boundTo = (endpointId: number) => Buffer.from(`model endpoint ${endpointId}`);

export function sealKey(key: string, endpointId: number): Uint8Array<ArrayBuffer> {
  if (!env.endpointKeysKey)
    throw new Error("ENDPOINT_KEYS_KEY is not set: start with `npm start`, or set it");
  const iv = randomBytes(ivBytes);
  const under = Buffer.from(env.endpointKeysKey, "base64");
  const sealing = createCipheriv(cipher, under, iv).setAAD(boundTo(endpointId));
  const sealed = Buffer.concat([sealing.update(key, "utf8"), sealing.final()]);
  return new Uint8Array(Buffer.concat([iv, sealing.getAuthTag(), sealed]));
}

/** Null where it was sealed under another ENDPOINT_KEYS_KEY or for another endpoint, or changed since. */
export function openKey(sealed: Uint8Array, endpointId: number): string | null {
  if (!env.endpointKeysKey) return null;
  try {
    const under = Buffer.from(env.endpointKeysKey, "base64");
    const opening = createDecipheriv(cipher, under, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(boundTo(endpointId))
      .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
    const key = Buffer.concat([opening.update(sealed.subarray(ivBytes + tagBytes)), opening.final()]);
    return key.toString("utf8");
  } catch {
    return null;
  }
}
