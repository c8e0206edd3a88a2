import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { paint, unpaint, type HighlightLayer } from "#components/reading/highlights.ts";
import { rangesOf } from "#components/reading/long/text-places.ts";
import type { Chunk } from "#lib/reading/blocks.ts";
import type { Span } from "#lib/reading/pieces.ts";

type Options = {
  chunks: readonly Chunk[];
  /** Which of them are drawn. */
  there: ReadonlySet<number>;
  spans: Readonly<Record<HighlightLayer, readonly Span[]>>;
  onSeen: (chunk: number) => void;
};

/** Paints what stands where one looks: in all of a long text a common word stands ten thousand times. */
export function usePainting(
  text: RefObject<HTMLDivElement | null>,
  { chunks, there, spans, onSeen }: Options,
): void {
  const owner = useRef({});
  const seen = useRef(new Set<number>());
  const repaint = useEffectEvent(() => {
    const root = text.current;
    if (!root) return;
    for (const [name, all] of Object.entries(spans) as [HighlightLayer, readonly Span[]][]) {
      const inSight = all.filter((span) => [...seen.current].some((index) => holds(chunks[index], span)));
      paint(
        owner.current,
        name,
        inSight.flatMap((span) => rangesOf(root, span)),
      );
    }
  });
  const sawChunk = useEffectEvent(onSeen);
  useEffect(() => repaint(), [chunks, spans, there]);
  useEffect(() => {
    const { current } = owner;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const index = Number((target as HTMLElement).dataset.chunk);
          if (isIntersecting) {
            seen.current.add(index);
            sawChunk(index);
          } else seen.current.delete(index);
        }
        repaint();
      },
      { rootMargin: "50% 0%" },
    );
    for (const chunk of text.current?.children ?? []) observer.observe(chunk);
    const seenHere = seen.current;
    return () => {
      observer.disconnect();
      seenHere.clear();
      unpaint(current);
    };
  }, [text, chunks]);
}

function holds(chunk: Chunk | undefined, { piece }: Span): boolean {
  const [first, last] = [chunk?.blocks[0], chunk?.blocks.at(-1)];
  return first !== undefined && last !== undefined && piece >= first.piece && piece <= last.piece;
}
