import { useCallback, type RefObject } from "react";
import { scrollToRange } from "#components/reading/highlights.ts";
import { headOf, rangesOf } from "#components/reading/long/text-places.ts";
import { chunkOf, type Chunk } from "#lib/reading/blocks.ts";
import type { Span } from "#lib/reading/pieces.ts";

type Text = RefObject<HTMLDivElement | null>;

/** What wasn't set yet takes another room as soon as it is: one goes there once more when it is painted. */
function settle(go: () => void): void {
  go();
  requestAnimationFrame(() => {
    go();
    requestAnimationFrame(go);
  });
}

/** The way to a piece, or to words in one, wherever they are and whether they are drawn yet or not. */
export function useGoing(text: Text, chunks: readonly Chunk[], bring: (chunk: number) => void) {
  const toPiece = useCallback(
    (piece: number, { takesFocus }: { takesFocus: boolean }) => {
      bring(chunkOf(chunks, piece));
      const head = text.current && headOf(text.current, piece);
      if (!head) return;
      if (takesFocus) head.focus({ preventScroll: true });
      settle(() => head.scrollIntoView({ block: "start" }));
    },
    [text, chunks, bring],
  );
  const toSpan = useCallback(
    (span: Span) => {
      bring(chunkOf(chunks, span.piece, span.start));
      const [range] = text.current ? rangesOf(text.current, span) : [];
      if (!range) return;
      range.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
      settle(() => scrollToRange(range));
    },
    [text, chunks, bring],
  );
  return { toPiece, toSpan };
}
