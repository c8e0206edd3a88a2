import "server-only";
import type { KeyObject } from "node:crypto";
import { env } from "#lib/env.ts";
import { publicKeyOf, readSigningKey, type PublicKey } from "#lib/cards/signing.ts";

/** What this instance signs with. */
export function ownKey(): KeyObject {
  if (!env.cardSigningKey) throw new Error("CARD_SIGNING_KEY is not set: start with `npm start`, or set it");
  return readSigningKey(env.cardSigningKey);
}

/** The half of it that everybody may know. */
export const ownPublicKey = (): PublicKey => publicKeyOf(ownKey());

/** By the key of now; a document that is there is of the people of now. */
export const isCurrent = ({
  document,
  fingerprint,
}: {
  document: string | null;
  fingerprint: string | null;
}): boolean => document !== null && fingerprint === ownPublicKey().fingerprint;
