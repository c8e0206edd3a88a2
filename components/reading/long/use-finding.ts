import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { findWords, type Piece, type Span } from "#lib/reading/pieces.ts";

const none: readonly Span[] = [];

/** Words that are looked for: the next place from where one is comes first, and then one after the other, round and round. */
export function useFinding(pieces: readonly Piece[], here: () => number, goTo: (span: Span) => void) {
  const field = useRef<HTMLInputElement>(null);
  const [sought, setSought] = useState("");
  const [from, setFrom] = useState(0);
  // Typing goes on while a million characters are looked through.
  const wanted = useDeferredValue(sought);
  const found = useMemo(() => findWords(pieces, wanted), [pieces, wanted]);
  const [chosen, setChosen] = useState({ among: none, at: 0 });
  const first = useMemo(
    () =>
      Math.max(
        0,
        found.findIndex(({ piece }) => piece >= from),
      ),
    [found, from],
  );
  const at = chosen.among === found ? chosen.at : first;
  const show = useEffectEvent(() => found[at] && goTo(found[at]));
  useEffect(() => {
    // What isn't drawn yet is drawn at once on the way, which React does between its own works alone.
    const frame = requestAnimationFrame(show);
    return () => cancelAnimationFrame(frame);
  }, [found]);
  function seek(words: string): void {
    setSought(words);
    setFrom(here());
  }
  function turn(by: 1 | -1): void {
    if (found.length === 0) return;
    const next = (at + by + found.length) % found.length;
    setChosen({ among: found, at: next });
    if (found[next]) goTo(found[next]);
  }
  function begin(): void {
    field.current?.focus();
    field.current?.select();
  }
  const spans = useMemo(
    () => ({ found, "found-here": found.length > 0 ? found.slice(at, at + 1) : none }),
    [found, at],
  );
  return {
    spans,
    begin,
    turn,
    field: {
      field,
      sought,
      at,
      count: found.length,
      onSeek: seek,
      onTurn: turn,
      onLeave: () => field.current?.blur(),
    },
  };
}
