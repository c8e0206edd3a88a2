import { z } from "zod";
import { isTicked, withoutNul } from "#lib/auth/schema.ts";

const slug = z.string().min(1).max(200).regex(withoutNul);

/** A line that may be left empty. */
const said = z
  .string()
  .trim()
  .max(300, "too_long")
  .regex(/^[^\p{Cc}\ud800-\udfff]*$/u, "wrong_character")
  .default("")
  .transform((text) => text || null);

export const cardPublishing = z.object({ slug, withModels: isTicked, licence: said, contact: said });
export const cardWithdrawal = z.object({ slug });

export type CardSettings = Omit<z.output<typeof cardPublishing>, "slug">;

/** Of 26 letters, 130 bits; without i, l, o and u, as in invitations. */
const letters = "0123456789abcdefghjkmnpqrstvwxyz";
const codeLength = 26;

/** Each byte gives one letter, and 256 is a multiple of 32, so all are as likely. */
export const cardCodeFrom = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, codeLength), (byte) => letters[byte % letters.length]).join("");

export const isCardCode = (text: string): boolean =>
  text.length === codeLength && [...text].every((letter) => letters.includes(letter));
