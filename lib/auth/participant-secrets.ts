import { randomInt } from "node:crypto";
import words from "#lib/auth/words.json" with { type: "json" };

const word = () => words[randomInt(words.length)];

/** Easy to say and to copy from paper, such as "heron-maple-lake". 22 million of them: unique is checked by the database. */
export const newParticipantCode = (): string => `${word()}-${word()}-${word()}`;

/** Five words, some 40 bits: with ten tries a quarter of an hour, out of reach. */
export const newPassphrase = (): string => Array.from({ length: 5 }, word).join(" ");

/** People type it with hyphens, commas or several blanks. */
export const readPassphrase = (typed: string): string =>
  typed
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .join(" ");
