import "server-only";
import { db } from "#lib/db.ts";
import type { EndpointSettings } from "#lib/endpoints/schema.ts";
import { env } from "#lib/env.ts";
import type { ModelEndpoint } from "#lib/generated/prisma/client.ts";
import type { Reach } from "#lib/model-calls/schema.ts";
import { fail, type Result, succeed } from "#lib/result.ts";
import { sealUnder, unsealUnder } from "#lib/sealed.ts";

/** What an admin said of it, but for the key. */
export const endpointSettingsOf = (row: ModelEndpoint): EndpointSettings => ({
  name: row.name,
  protocol: row.protocol,
  address: row.address,
  currency: row.currency,
  prices: { input: row.priceInput, cached: row.priceCached, output: row.priceOutput },
  limits: {
    callsPerMinute: row.callsPerMinute,
    tokensPerMinute: row.tokensPerMinute,
    callsAtOnce: row.callsAtOnce,
  },
});

export const rowOf = ({ name, protocol, address, currency, prices, limits }: EndpointSettings) => ({
  name,
  protocol,
  address,
  currency,
  ...limits,
  priceInput: prices.input,
  priceCached: prices.cached,
  priceOutput: prices.output,
});

/** With its key: for whoever calls, and nobody else. */
export type OpenEndpoint = Pick<EndpointSettings, "name" | "prices" | "currency" | "limits"> & {
  id: number;
  reach: Reach;
  isFake: boolean;
};

/** What a job or a test calls through. A key that can't be opened is told, since a call without it would be refused as if it were wrong. */
export async function openEndpoint(
  id: number,
): Promise<Result<OpenEndpoint, "not_found" | "key_unreadable">> {
  const row = await db.modelEndpoint.findUnique({ where: { id, removedAt: null } });
  if (!row) return fail("not_found");
  const { sealedKey, isFake } = row;
  const key = sealedKey && openKey(sealedKey, id);
  if (sealedKey && key === null) return fail("key_unreadable");
  const { name, protocol, address, currency, prices, limits } = endpointSettingsOf(row);
  return succeed({ id, name, reach: { protocol, address, key }, prices, currency, limits, isFake });
}

/** A reply came from a server that only plays its models: said of the endpoint for good. */
export async function markFake(id: number): Promise<void> {
  await db.modelEndpoint.updateMany({ where: { id, isFake: false }, data: { isFake: true } });
}

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
