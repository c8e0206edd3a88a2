import "server-only";
import { hkdfSync } from "node:crypto";
import { sealUnder, unsealUnder } from "#lib/sealed.ts";

type SealContext = { owner: string; key: string };

const under = ({ owner, key: authSecret }: SealContext) => ({
  key: Buffer.from(hkdfSync("sha256", authSecret, "", "benchside: secrets of authenticator apps", 32)),
  boundTo: owner,
});

/** Bound to its owner: moved to somebody else's row it can't be opened. */
export const seal = (secret: Uint8Array, given: SealContext): Uint8Array<ArrayBuffer> =>
  sealUnder(secret, under(given));

/** Null where it was sealed under another AUTH_SECRET, or changed since. */
export const unseal = (sealed: Uint8Array, given: SealContext): Uint8Array<ArrayBuffer> | null =>
  unsealUnder(sealed, under(given));
