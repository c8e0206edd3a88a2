"use client";

import "#components/reading/long/long.css";
import { useEffect, useMemo, useRef, type RefObject } from "react";
import { FindField } from "#components/reading/find-field.tsx";
import { TextChunk } from "#components/reading/long/chunk.tsx";
import { pieceAt, topPiece } from "#components/reading/long/text-places.ts";
import { MarkTools, SpeakerTools } from "#components/reading/long/tools.tsx";
import { useChunks } from "#components/reading/long/use-chunks.ts";
import { useFinding } from "#components/reading/long/use-finding.ts";
import { useGoing } from "#components/reading/long/use-going.ts";
import { useKeptPiece } from "#components/reading/long/use-kept-piece.ts";
import { useMarking } from "#components/reading/long/use-marking.ts";
import { usePainting } from "#components/reading/long/use-painting.ts";
import { useReadingKeys, type ReadingAction } from "#components/reading/long/use-reading-keys.ts";
import { useSpeaking } from "#components/reading/long/use-speaking.ts";
import type { ReaderWords } from "#components/reading/words.ts";
import { cutIntoChunks } from "#lib/reading/blocks.ts";
import type { Mark } from "#lib/reading/marks.ts";
import type { Piece } from "#lib/reading/pieces.ts";

export type ReaderProps = {
  pieces: readonly Piece[];
  /** Whether their titles are who speaks, in the language of the text, or what they are, in the reader's. */
  titles: "speakers" | "names";
  language: string;
  words: ReaderWords;
  /** Under what this device keeps how far one is, and the marks; without it nothing is kept. */
  place?: string | undefined;
  /** With it one can mark. Called with what was kept, and then with every change. */
  onMarks?: ((marks: readonly Mark[]) => void) | undefined;
};

/** A text of any length, to be read, searched and marked. */
export function Reader({ pieces, titles, language, words, place, onMarks }: ReaderProps) {
  const reading = useReading({ pieces, titles, place, onMarks });
  const { text, tools, chunks, there, finding, speaking, marking } = reading;
  return (
    <div role="group" aria-label={words.text} className="grid min-w-0 gap-2">
      <div
        ref={tools}
        role="group"
        aria-label={words.tools}
        className="sticky top-[var(--bar,0px)] z-10 flex max-sm:[&_button:disabled]:hidden min-w-0 flex-wrap items-start gap-x-6 gap-y-1 border-b border-line bg-surface py-1"
      >
        <FindField {...finding.field} words={words.find} />
        {speaking.tools.speakers.length > 1 && (
          <SpeakerTools {...speaking.tools} words={words} language={language} />
        )}
        {onMarks && <MarkTools {...marking.tools} words={words} language={language} />}
      </div>
      <div ref={text} className="min-w-0">
        {chunks.map((chunk, index) => (
          <TextChunk
            key={index}
            index={index}
            chunk={chunk}
            pieces={pieces}
            language={language}
            isTitled={titles === "speakers"}
            isThere={there.has(index)}
          />
        ))}
      </div>
    </div>
  );
}

/** What one goes to stands beneath the tools, however many rows they take. */
function useRoomAbove(text: RefObject<HTMLElement | null>, tools: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!tools.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.target.getBoundingClientRect().height ?? 0;
      text.current?.style.setProperty("--reading-tools", `${height}px`);
    });
    observer.observe(tools.current);
    return () => observer.disconnect();
  }, [text, tools]);
}

type Given = Pick<ReaderProps, "pieces" | "titles" | "place" | "onMarks">;

function useReading({ pieces, titles, place, onMarks }: Given) {
  const [text, tools] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  useRoomAbove(text, tools);
  const chunks = useMemo(() => cutIntoChunks(pieces), [pieces]);
  const { there, bring } = useChunks(chunks.length);
  const { toPiece, toSpan, ledTo } = useGoing(text, chunks, bring);
  const above = () => tools.current?.getBoundingClientRect().bottom ?? 0;
  /** While it is in sight, the piece whose words one was led to, or the one that has the focus; else the first in sight. */
  function here(): number {
    const focused = text.current?.contains(document.activeElement) ? document.activeElement : null;
    const { top = -1 } = focused?.getBoundingClientRect() ?? {};
    const piece = top >= 0 && top < innerHeight ? pieceAt(focused) : null;
    return ledTo() ?? piece ?? (text.current ? topPiece(text.current, above()) : 0);
  }
  const finding = useFinding(pieces, here, toSpan);
  const speaking = useSpeaking(pieces, titles, here, (piece) => toPiece(piece, { takesFocus: true }));
  const marking = useMarking(text, { pieces, place, onMarks, here, goTo: toSpan });
  const spans = useMemo(() => ({ ...finding.spans, marked: marking.spans }), [finding.spans, marking.spans]);
  usePainting(text, { chunks, there, spans, onSeen: bring });
  useKeptPiece(text, { pieces, place, above, goTo: (piece) => toPiece(piece, { takesFocus: false }) });
  const actions: Record<ReadingAction, () => void> = {
    nextTurn: () => speaking.step(1),
    previousTurn: () => speaking.step(-1),
    nextOfSpeaker: () => speaking.stepOwn(1),
    previousOfSpeaker: () => speaking.stepOwn(-1),
    find: finding.begin,
    nextFound: () => finding.turn(1),
    previousFound: () => finding.turn(-1),
    mark: () => onMarks && marking.tools.onMark(),
    nextMark: () => marking.tools.onStep(1),
    previousMark: () => marking.tools.onStep(-1),
  };
  useReadingKeys((action) => actions[action]());
  return { text, tools, chunks, there, finding, speaking, marking };
}
