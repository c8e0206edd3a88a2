import type { Piece, Span } from "#lib/reading/pieces.ts";

// What a reader has marked in a text: from one character to another, with the words, which still say what was meant
// should the text be another one day.

export const markLimits = { marks: 200, quote: 300 } as const;

export type Point = { piece: number; offset: number };
export type Mark = { from: Point; to: Point; quote: string };

export const isBefore = (a: Point, b: Point): boolean =>
  a.piece < b.piece || (a.piece === b.piece && a.offset < b.offset);

const isSame = (a: Mark, b: Mark) => JSON.stringify([a.from, a.to]) === JSON.stringify([b.from, b.to]);

/** The stretches of the pieces that it covers. */
export function spansOf({ from, to }: Mark, pieces: readonly Piece[]): Span[] {
  const spans: Span[] = [];
  for (let piece = from.piece; piece <= to.piece; piece++) {
    const start = piece === from.piece ? from.offset : 0;
    const end = piece === to.piece ? to.offset : (pieces[piece]?.text.length ?? 0);
    if (end > start) spans.push({ piece, start, end });
  }
  return spans;
}

/** Without the blanks at its ends; null where nothing is left. */
export function makeMark(from: Point, to: Point, pieces: readonly Piece[]): Mark | null {
  const words = ({ piece, start, end }: Span) => pieces[piece]?.text.slice(start, end) ?? "";
  const spans = spansOf({ from, to, quote: "" }, pieces).filter((span) => words(span).trim() !== "");
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return null;
  const begins = words(first).length - words(first).trimStart().length;
  const ends = words(last).length - words(last).trimEnd().length;
  const said = spans.map((span) => words(span).trim()).join(" … ");
  return {
    from: { piece: first.piece, offset: first.start + begins },
    to: { piece: last.piece, offset: last.end - ends },
    quote:
      said.length <= markLimits.quote
        ? said
        : `${said.slice(0, markLimits.quote).replace(/[\ud800-\udbff]$/, "")}…`,
  };
}

/** A mark that is there already goes. They stand in the order of the text. */
export function toggleMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const others = marks.filter((one) => !isSame(one, mark));
  if (others.length < marks.length) return others;
  if (marks.length >= markLimits.marks) return [...marks];
  return [...marks, mark].sort((a, b) => (isBefore(a.from, b.from) ? -1 : 1));
}

/** Whether it is one of this text: what was kept may be of an earlier version. */
export const fitsIn = ({ from, to }: Mark, pieces: readonly Piece[]): boolean =>
  isBefore(from, to) &&
  from.offset <= (pieces[from.piece]?.text.length ?? -1) &&
  to.offset <= (pieces[to.piece]?.text.length ?? -1);
