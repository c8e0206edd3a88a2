import { readItem, writeItem } from "#components/sitting/device/local-storage.ts";
import { fitsIn, type Mark } from "#lib/reading/marks.ts";
import type { Piece } from "#lib/reading/pieces.ts";

/** How far one was in a text, and what one has marked in it. */
export type SavedReading = { piece: number; marks: readonly Mark[] };

const itemOf = (place: string) => `benchside-reading ${place}`;

/** What this device kept of a text; what doesn't fit the text as it is now is left out. */
export function getSavedReading(place: string, pieces: readonly Piece[]): SavedReading {
  const written = readItem(itemOf(place));
  const kept = written === null ? {} : (parse(written) as Partial<SavedReading>);
  const { piece = 0, marks = [] } = kept;
  return {
    piece: Number.isInteger(piece) && piece > 0 && piece < pieces.length ? piece : 0,
    marks: Array.isArray(marks) ? marks.filter((mark) => isMark(mark) && fitsIn(mark, pieces)) : [],
  };
}

function parse(written: string): unknown {
  try {
    return JSON.parse(written) ?? {};
  } catch {
    return {};
  }
}

const isMark = (given: Partial<Mark> | null): given is Mark =>
  typeof given?.quote === "string" &&
  [given.from, given.to].every((point) => Number.isInteger(point?.piece) && Number.isInteger(point?.offset));

export function saveReading(place: string, part: Partial<SavedReading>, pieces: readonly Piece[]): void {
  const { piece, marks } = { ...getSavedReading(place, pieces), ...part };
  writeItem(itemOf(place), piece === 0 && marks.length === 0 ? null : JSON.stringify({ piece, marks }));
}

/** Once what was decided has arrived: the marks went with it. */
export const forgetReading = (place: string): void => writeItem(itemOf(place), null);
