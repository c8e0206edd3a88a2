import { z } from "zod";

const unseen = /\p{Cf}+/gu;
// What keyboards and printed pages have for a hyphen. The long mark is one after a Latin letter; in Japanese it is spelling.
const between = /(?:[\s_\p{Pd}\u2212·・~]|(?<![\p{Script=Hiragana}\p{Script=Katakana}])\u30fc)+/gu;

/**
 * A code or a passphrase as its reader may have typed it, or copied it with whatever stood around: full-width letters,
 * capitals, and blanks or any dash where a hyphen was meant are the same. Never for a password of somebody's own.
 */
export const readTyped = (typed: string): string =>
  typed.replace(unseen, "").normalize("NFKC").toLowerCase().replace(between, "-").replace(/^-|-$/g, "");

/** PostgreSQL's text can't hold a NUL, nor half of a character; no name needs one. */
export const withoutNul = /^[^\0\ud800-\udfff]*$/u;

/** Whatever it is made of; what came from a form goes only so deep. */
export function isStorable(value: unknown): boolean {
  if (typeof value === "string") return withoutNul.test(value);
  return typeof value !== "object" || value === null || Object.entries(value).flat().every(isStorable);
}

/**
 * What somebody writes in a form of many lines. A form sends two characters where its field counted one line end, and
 * what no database takes goes without it.
 */
export const writtenText = (most: number) =>
  z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").replaceAll("\0", "").toWellFormed().trim())
    .pipe(z.string().max(most, "too_long"));

/** What one types to come back: neither the codes of participants nor the names of staff have blanks in them. */
export const handleInput = z
  .string()
  .max(200, "too_long")
  .transform(readTyped)
  .pipe(z.string().min(1, "empty").max(64, "too_long").regex(withoutNul, "wrong_character"));
const secretInput = z.string().min(1, "empty").max(1000, "too_long");

// "//evil.example" and "/\evil.example" are addresses elsewhere, and so is "/.//evil.example" to a router that reads
// what a first reading made of it.
const isOfThisApp = (path: string) =>
  /^\/(?![/\\])[^\s]*$/.test(path) && !new URL(path, "http://here").pathname.startsWith("//");

export const nextInput = z.string().refine(isOfThisApp).optional().catch(undefined);

/** A box that was ticked. */
export const isTicked = z
  .literal("on")
  .optional()
  .catch(undefined)
  .transform((value) => value === "on");

export const signInInput = z.object({
  handle: handleInput,
  secret: secretInput,
  keep: isTicked,
  next: nextInput,
});
export const enterInput = z.object({ token: z.string().min(1).max(200), keep: isTicked });
/** Whether the programs of the person are shut out in the same step. */
export const withTokens = z.object({ tokens: isTicked });
const current = z.string().max(1000).default("");
export const newPassphraseInput = z.object({ current });
export const newPasswordInput = withTokens.extend({
  current,
  password: z.string().max(1000, "too_long"),
  repeated: z.string().max(1000, "too_long"),
  next: nextInput,
});
/** Which of the doors is shown afterwards. */
export const leaveInput = z.object({ as: z.literal("participant").optional().catch(undefined) });
export const leaveEverywhereInput = leaveInput.extend(withTokens.shape);
export const endSignInInput = z.object({ id: z.uuid() });

/** What happens at the doors and is kept for a while with its address. Their words stand in the messages. */
export const doorKinds = [
  "signed_in",
  "sign_in_failed",
  "throttled",
  "signed_out",
  "signed_out_everywhere",
  "link_made",
  "link_refused",
  "password_set",
  "passphrase_renewed",
  "proof_failed",
  "token_made",
  "token_used",
  "token_refused",
  "token_revoked",
] as const;
export type DoorKind = (typeof doorKinds)[number];
