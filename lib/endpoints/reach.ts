import "server-only";
import { db } from "#lib/db.ts";
import type { EndpointLimits } from "#lib/endpoints/schema.ts";
import { openKey } from "#lib/endpoints/seal-key.ts";
import { endpointSettingsOf } from "#lib/endpoints/stored-endpoint.ts";
import type { Prices } from "#lib/model-calls/price.ts";
import type { Reach } from "#lib/model-calls/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

/** With its key: for whoever calls, and nobody else. */
export type OpenEndpoint = {
  id: number;
  name: string;
  reach: Reach;
  prices: Prices;
  currency: string;
  limits: EndpointLimits;
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
