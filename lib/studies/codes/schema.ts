import { readTyped } from "#lib/auth/schema.ts";

// Crockford's alphabet: no i, l, o or u, so nothing on paper is read as something else.
const letters = "0123456789abcdefghjkmnpqrstvwxyz";
const codeLength = 10;

/** Fifty bits: each byte gives one letter, and 256 is a multiple of 32, so all are as likely. */
export const codeFrom = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, codeLength), (byte) => letters[byte % letters.length]).join("");

/** As people type or scan it: capitals, blanks and hyphens don't matter, nor o for 0 and i or l for 1. */
export function readCode(typed: string): string | null {
  const code = readTyped(typed).replaceAll("-", "").replaceAll("o", "0").replace(/[il]/g, "1");
  return code.length === codeLength && [...code].every((letter) => letters.includes(letter)) ? code : null;
}

export const showCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
/** What somebody who has finished shows. */
export const completionCodeFrom = (bytes: Uint8Array): string => showCode(codeFrom(bytes)).toUpperCase();
/** What somebody shows on whom the study closed: told from the other at a glance. */
export const partialCodeFrom = (bytes: Uint8Array): string => `PART-${completionCodeFrom(bytes)}`;

/** One of both, however it was typed, as it is stored. */
export function readEndCode(typed: string): string | null {
  const show = (code: string) => showCode(code).toUpperCase();
  const whole = readCode(typed);
  if (whole) return show(whole);
  const [, rest] = /^part-?(.+)$/.exec(readTyped(typed)) ?? [];
  const part = rest === undefined ? null : readCode(rest);
  return part && `PART-${show(part)}`;
}
