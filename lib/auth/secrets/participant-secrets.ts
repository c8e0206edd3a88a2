import { createHmac, randomInt } from "node:crypto";
import { readTyped } from "#lib/auth/schema.ts";
import words from "#lib/auth/secrets/words.json" with { type: "json" };

const word = () => words[randomInt(words.length)];

/** Easy to say and to copy from paper, such as "heron-maple-lake". 22 million of them: unique is checked by the database. */
export const newParticipantCode = (): string => `${word()}-${word()}-${word()}`;

/** Five words, some 40 bits: with ten tries a quarter of an hour, out of reach. */
export const newPassphrase = (): string => Array.from({ length: 5 }, word).join(" ");

/** The same words for the same seed, which nobody without the key can know them from. */
export function passphraseFrom(seed: string, key: string): string {
  const bytes = createHmac("sha256", key).update(`passphrase ${seed}`).digest();
  return Array.from({ length: 5 }, (_, i) => words[bytes.readUInt32BE(4 * i) % words.length]).join(" ");
}

/** People type it with hyphens, commas or several blanks. */
export const readPassphrase = (typed: string): string =>
  readTyped(typed)
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .join(" ");
