import { useEffect, useEffectEvent, useMemo, useState, type RefObject } from "react";
import { saveReading, getSavedReading } from "#components/reading/long/saved-reading.ts";
import { selectedIn } from "#components/reading/long/text-places.ts";
import { makeMark, spansOf, toggleMark, type Mark } from "#lib/reading/marks.ts";
import { useIsAtWork } from "#components/ui/fields/use-is-at-work.ts";
import type { Piece, Span } from "#lib/reading/pieces.ts";

type Options = {
  /** The piece one is at. */
  here: () => number;
  goTo: (span: Span) => void;
  pieces: readonly Piece[];
  place: string | undefined;
  onMarks: ((marks: readonly Mark[]) => void) | undefined;
};

const none: readonly Mark[] = [];

/** What is marked in a text, kept on the device under the text's place. */
export function useMarking(
  text: RefObject<HTMLDivElement | null>,
  { pieces, place, onMarks, here, goTo }: Options,
) {
  const [at, setAt] = useState(-1);
  const isAtWork = useIsAtWork();
  const kept = useMemo(
    () => (place === undefined || !isAtWork ? none : getSavedReading(place, pieces).marks),
    [place, pieces, isAtWork],
  );
  const [changed, setChanged] = useState({ after: none, marks: none });
  const marks = changed.after === kept ? changed.marks : kept;
  const tell = useEffectEvent(() => onMarks?.(kept));
  useEffect(() => {
    if (isAtWork) tell();
  }, [isAtWork, kept]);

  function change(to: readonly Mark[]): void {
    setChanged({ after: kept, marks: to });
    if (place !== undefined) saveReading(place, { marks: to }, pieces);
    onMarks?.(to);
  }
  /** What is selected; where nothing is, the piece one is at. */
  function mark(): void {
    const piece = here();
    const selected = (text.current && selectedIn(text.current)) ?? {
      from: { piece, offset: 0 },
      to: { piece, offset: pieces[piece]?.text.length ?? 0 },
    };
    const made = makeMark(selected.from, selected.to, pieces);
    if (!made) return;
    getSelection()?.collapseToEnd();
    change(toggleMark(marks, made));
  }
  function go(index: number): void {
    setAt(index);
    const [span] = marks[index] ? spansOf(marks[index], pieces) : [];
    if (span) goTo(span);
  }
  const spans = useMemo(() => marks.flatMap((one) => spansOf(one, pieces)), [marks, pieces]);
  return {
    spans,
    tools: {
      marks,
      onMark: mark,
      onGo: go,
      onStep: (by: 1 | -1) => {
        if (marks.length > 0) go((Math.max(at, by > 0 ? -1 : 0) + by + marks.length) % marks.length);
      },
      onRemove: (index: number) => change(marks.filter((_, other) => other !== index)),
    },
  };
}
