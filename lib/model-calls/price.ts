import type { CallTokens } from "#lib/model-calls/schema.ts";

/** For a million tokens each. Without a price for cached ones they cost what the others do. */
export type Prices = { input: number | null; cached: number | null; output: number | null };

/** What a call cost; null where a price or a count is missing. Who doesn't count cached tokens cached none. */
export function priceOf({ input, cached, output }: CallTokens, prices: Prices): number | null {
  if (input === null || output === null || prices.input === null || prices.output === null) return null;
  const reused = Math.min(cached ?? 0, input);
  const fresh = input - reused;
  return (
    (fresh * prices.input + reused * (prices.cached ?? prices.input) + output * prices.output) / 1_000_000
  );
}
