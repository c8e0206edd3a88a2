import type { NewEndpoint } from "#lib/endpoints/schema.ts";
import type { ModelEndpoint } from "#lib/generated/prisma/client.ts";

export type EndpointSettings = Omit<NewEndpoint, "key">;

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
