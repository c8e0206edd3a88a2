import "server-only";
import { env } from "#lib/env.ts";
import { sealUnder, unsealUnder } from "#lib/sealed.ts";

const under = (keysKey: string, endpointId: number) => ({
  key: Buffer.from(keysKey, "base64"),
  boundTo: `model endpoint ${endpointId}`,
});

export function sealKey(key: string, endpointId: number): Uint8Array<ArrayBuffer> {
  if (!env.endpointKeysKey)
    throw new Error("ENDPOINT_KEYS_KEY is not set: start with `npm start`, or set it");
  return sealUnder(Buffer.from(key, "utf8"), under(env.endpointKeysKey, endpointId));
}

/** Null where it was sealed under another ENDPOINT_KEYS_KEY or for another endpoint, or changed since. */
export function openKey(sealed: Uint8Array, endpointId: number): string | null {
  if (!env.endpointKeysKey) return null;
  const key = unsealUnder(sealed, under(env.endpointKeysKey, endpointId));
  return key && Buffer.from(key).toString("utf8");
}
