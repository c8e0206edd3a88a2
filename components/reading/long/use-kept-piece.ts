import { useEffect, useEffectEvent, type RefObject } from "react";
import { saveReading, getSavedReading } from "#components/reading/long/saved-reading.ts";
import { topPiece } from "#components/reading/long/text-places.ts";
import type { Piece } from "#lib/reading/pieces.ts";

type Options = {
  pieces: readonly Piece[];
  place: string | undefined;
  /** How far down the window the text begins to be seen. */
  above: () => number;
  goTo: (piece: number) => void;
};

const restMs = 300;

/** Who comes back to a text finds it where they left it. */
export function useKeptPiece(
  text: RefObject<HTMLDivElement | null>,
  { pieces, place, above, goTo }: Options,
): void {
  const comeBack = useEffectEvent((piece: number) => goTo(piece));
  const note = useEffectEvent(() => {
    if (place !== undefined && text.current?.isConnected)
      saveReading(place, { piece: topPiece(text.current, above()) }, pieces);
  });
  useEffect(() => {
    if (place === undefined) return;
    const { piece } = getSavedReading(place, pieces);
    // What isn't drawn yet is drawn at once on the way, which React does between its own works alone.
    const frame = requestAnimationFrame(() => piece > 0 && comeBack(piece));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scrolled = () => {
      clearTimeout(timer);
      timer = setTimeout(note, restMs);
    };
    window.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      window.removeEventListener("scroll", scrolled);
    };
  }, [place, pieces]);
}
