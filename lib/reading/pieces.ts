// A long text to read: pieces one after the other, each said by somebody or under a title.

export type Piece = {
  title: string | null;
  text: string;
  /** How far into a recording it is said. */
  at?: string | undefined;
};

/** A stretch of one piece, in characters as JavaScript counts them. */
export type Span = { piece: number; start: number; end: number };

/** Where words stand, without regard to case. */
export function findWords(pieces: readonly Piece[], sought: string): Span[] {
  const words = sought.trim();
  if (words === "") return [];
  const wanted = new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "giu");
  return pieces.flatMap(({ text }, piece) =>
    Array.from(text.matchAll(wanted), ({ index, 0: found }) => ({
      piece,
      start: index,
      end: index + found.length,
    })),
  );
}

export type Speaker = {
  /** Null where nobody is named. */
  name: string | null;
  /** The pieces that are theirs. */
  turns: readonly number[];
  /** Of all that is said, in characters. */
  share: number;
};

/** Who speaks, in the order of their first turns. */
export function listSpeakers(pieces: readonly Piece[]): Speaker[] {
  const total = pieces.reduce((sum, { text }) => sum + text.length, 0);
  const turns = Map.groupBy(pieces.keys(), (piece) => pieces[piece]?.title ?? null);
  return [...turns].map(([name, own]) => ({
    name,
    turns: own,
    share: own.reduce((sum, piece) => sum + (pieces[piece]?.text.length ?? 0), 0) / total,
  }));
}

/** Of pieces in their order, the one that comes next from here, or the one before; null at the end. */
export function nextOf(turns: readonly number[], here: number, by: 1 | -1): number | null {
  const found = by > 0 ? turns.find((turn) => turn > here) : turns.findLast((turn) => turn < here);
  return found ?? null;
}
