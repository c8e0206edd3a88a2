import { operator } from "#lib/auth/operator.ts";
import { addEndpoint } from "#lib/endpoints/mutations.ts";

export type SampleEndpoint = { id: number; name: string };

/** On a port of this machine at which nobody answers. */
export const nobodyThere = "http://127.0.0.1:9/v1";

export async function makeEndpoint(): Promise<SampleEndpoint> {
  const name = `Lantern ${crypto.randomUUID()}`;
  const made = await addEndpoint(operator(), {
    ...{ name, protocol: "openai", address: nobodyThere, key: "", currency: "USD" },
    prices: { input: 0.15, cached: null, output: 0.6 },
    limits: { callsPerMinute: 500, tokensPerMinute: null, callsAtOnce: 4 },
  });
  if (!made.ok) throw new Error(made.error);
  return { id: made.value.id, name };
}
