export const LF = 10;
export const CR = 13;
export const QUOTE = 34;
export const COMMA = 44;

export const isLineEnd = (byte: number | undefined) => byte === LF || byte === CR;
export const isEnd = (byte: number | undefined) => byte === COMMA || isLineEnd(byte);
export const isBlank = (byte: number | undefined) => byte === 32 || byte === 9;

/** Marks often stand close together, and a call into the runtime costs as much as looking at many bytes here. */
export function findQuote(bytes: Buffer, from: number): number {
  const near = Math.min(bytes.length, from + 64);
  for (let at = from; at < near; at++) if (bytes[at] === QUOTE) return at;
  return near < bytes.length ? bytes.indexOf(QUOTE, near) : -1;
}

/**
 * Whether the mark behind a stray one begins a field: behind a comma unless that is the comma of a sentence, behind
 * a line end if what lies between has the fields that the row still lacks.
 */
export function looksLikeOpening(bytes: Buffer, stray: number, next: number, missing: number): boolean {
  const before = bytes[next - 1];
  const behind = bytes[next + 1];
  if (before === COMMA) return !isBlank(behind) && !isLineEnd(behind);
  return isLineEnd(before) && bytes.subarray(stray, next).filter((byte) => byte === COMMA).length >= missing;
}
