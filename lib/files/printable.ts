import { isUtf8 } from "node:buffer";

export const printableLimit = 80;
/** Bytes that surely hold as many characters as are printed. */
export const printableBytes = printableLimit * 4;

// Control, zero-width, direction-changing, unpaired and line-breaking characters, and the fillers that look like nothing.
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u;

const everyHidden = new RegExp(hidden, "gu");
const escape = (character: string) => `\\u{${character.codePointAt(0)!.toString(16).toUpperCase()}}`;

/** Text as a terminal may get it, whole; `kept` are characters that stay as they are. */
export const escapeHidden = (text: string, kept = ""): string =>
  text.replace(everyHidden, (character) => (kept.includes(character) ? character : escape(character)));

/** The same of a text of JSON, which still says what it said. */
export const escapeHiddenJson = (json: string): string =>
  json.replace(everyHidden, (character) =>
    character === "\n"
      ? character
      : character
          .split("")
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
          .join(""),
  );

/** Text from a file as it can be shown anywhere: nothing invisible, at most 80 characters. */
export function printable(text: string | Uint8Array): string {
  const pieces: string[] = [];
  const lengths: number[] = [];
  let length = 0;
  for (const character of typeof text === "string" ? text : decoded(text)) {
    const piece = hidden.test(character) ? escape(character) : character;
    // An escape counts as what it takes on paper.
    lengths.push(piece.length > 2 ? piece.length : 1);
    length += lengths.at(-1)!;
    pieces.push(piece);
    if (length > printableLimit) {
      while (length > printableLimit - 1) {
        length -= lengths.pop()!;
        pieces.pop();
      }
      return `${pieces.join("")}…`;
    }
  }
  return pieces.join("");
}

/** The first byte that no UTF-8 text has there; -1 where there is none. */
export function findInvalidByte(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length;) {
    const length = lengthOfCharacter(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return -1;
}

/** What stands around a place, from a whole character on. */
export function printableAround(bytes: Uint8Array, at: number, before = 30): string {
  let from = Math.max(0, at - before);
  while (from < at && (bytes[from]! & 0xc0) === 0x80) from++;
  return printable(bytes.subarray(from, from + before + printableBytes));
}

function* decoded(bytes: Uint8Array): Generator<string> {
  for (let at = 0; at < bytes.length;) {
    const length = lengthOfCharacter(bytes, at);
    const next = at + (length || 1);
    yield length
      ? Buffer.from(bytes.subarray(at, next)).toString("utf8")
      : `\\x${bytes[at]!.toString(16).toUpperCase()}`;
    at = next;
  }
}

function lengthOfCharacter(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  return at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}

/** Bytes cut off somewhere, without the beginning of a character whose rest is missing. */
export function withoutHalfCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}
