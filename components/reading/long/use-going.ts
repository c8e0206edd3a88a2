import { useCallback, useRef, type RefObject } from "react";
import { scrollToRange, settle } from "#components/reading/highlights.ts";
import { headOf, rangesOf } from "#components/reading/long/text-places.ts";
import { chunkOf, type Chunk } from "#lib/reading/blocks.ts";
import type { Span } from "#lib/reading/pieces.ts";

type Text = RefObject<HTMLDivElement | null>;

/** The way to a piece, or to words in one, wherever they are and whether they are drawn yet or not. */
export function useGoing(text: Text, chunks: readonly Chunk[], bring: (chunk: number) => void) {
  /** The words that one was led to last. */
  const led = useRef<{ range: Range; piece: number } | null>(null);
  const toPiece = useCallback(
    (piece: number, { takesFocus }: { takesFocus: boolean }) => {
      bring(chunkOf(chunks, piece));
      const head = text.current && headOf(text.current, piece);
      if (!head) return;
      led.current = null;
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
      led.current = { range, piece: span.piece };
      range.startContainer.parentElement?.scrollIntoView({ block: "nearest" });
      settle(() => scrollToRange(range));
    },
    [text, chunks, bring],
  );
  /** The piece with those words, while they are in sight: they needn't be the first thing that is. */
  const ledTo = useCallback((): number | null => {
    const { top = -1 } = led.current?.range.getBoundingClientRect() ?? {};
    return top >= 0 && top < innerHeight ? (led.current?.piece ?? null) : null;
  }, []);
  return { toPiece, toSpan, ledTo };
}
