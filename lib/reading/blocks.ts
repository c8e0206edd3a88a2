import type { Piece } from "#lib/reading/pieces.ts";

/** A stretch of a piece that is set as one paragraph. */
export type Block = { piece: number; start: number; end: number };
/** What is drawn together, and how many characters it has. */
export type Chunk = { blocks: readonly Block[]; letters: number };

const maxOfBlock = 4000;
const maxOfChunk = 6000;
const ofSentence = /[。！？；][”’」』）]*|[.!?;][”’"')\]]*\s/gu;
const blank = /\s/g;

/** Long texts are parted, at the end of a line, a sentence or a word: a browser sets what it need not show yet only when it does. */
export function cutText(text: string, maxLetters = maxOfBlock): { start: number; end: number }[] {
  const cuts: { start: number; end: number }[] = [];
  for (let start = 0; start < text.length;) {
    const most = start + maxLetters;
    const end = text.length <= most ? text.length : findCut(text, start, most);
    cuts.push({ start, end });
    start = end;
  }
  return cuts;
}

function findCut(text: string, start: number, most: number): number {
  const line = text.lastIndexOf("\n", most - 1);
  if (line > start) return line + 1;
  for (const end of [ofSentence, blank]) {
    const last = [...text.slice(start, most).matchAll(end)].at(-1);
    if (last) return start + last.index + last[0].length;
  }
  // Never within a character of two halves.
  return /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;
}

export function cutIntoChunks(pieces: readonly Piece[]): Chunk[] {
  const chunks: { blocks: Block[]; letters: number }[] = [];
  for (const [at, piece] of pieces.entries())
    for (const { start, end } of cutText(piece.text)) {
      const block = { piece: at, start, end };
      const length = end - start;
      const last = chunks.at(-1);
      if (last && last.letters + length <= maxOfChunk) {
        last.blocks.push(block);
        last.letters += length;
      } else chunks.push({ blocks: [block], letters: length });
    }
  return chunks;
}

/** In which chunk a character stands. */
export const chunkOf = (chunks: readonly Chunk[], piece: number, offset = 0): number =>
  Math.max(
    0,
    chunks.findLastIndex(({ blocks: [first] }) =>
      first ? first.piece < piece || (first.piece === piece && first.start <= offset) : false,
    ),
  );
