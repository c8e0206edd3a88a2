import { ownPublicKey } from "#lib/cards/own-key.ts";

export const dynamic = "force-dynamic";

/** For everybody: what cards of this instance can be checked with. */
export function GET(): Response {
  const key = { algorithm: "Ed25519", ...ownPublicKey() };
  return Response.json(key, { headers: { "cache-control": "no-cache" } });
}
