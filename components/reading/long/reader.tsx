"use client";

import "#components/reading/long/long.css";
import {
  useEffect,
  useMemo,
  useRef,
  type RefObject,
  Fragment,
  memo,
  type CSSProperties,
  startTransition,
  useCallback,
  useState,
  useDeferredValue,
  useEffectEvent,
} from "react";
import { FindField } from "#components/reading/find-field.tsx";
import { pieceAt, topPiece } from "#components/reading/long/text-places.ts";
import { MarkTools, SpeakerTools } from "#components/reading/long/tools.tsx";
import { useGoing } from "#components/reading/long/use-going.ts";
import { useKeptPiece } from "#components/reading/long/use-kept-piece.ts";
import { useMarking } from "#components/reading/long/use-marking.ts";
import { usePainting } from "#components/reading/long/use-painting.ts";
import { useReadingKeys, type ReadingAction } from "#components/reading/long/use-reading-keys.ts";
import { useSpeaking } from "#components/reading/long/use-speaking.ts";
import type { ReaderWords } from "#components/reading/words.ts";
import { cutIntoChunks, type Chunk } from "#lib/reading/blocks.ts";
import type { Mark } from "#lib/reading/marks.ts";
import { type Piece, findWords, type Span } from "#lib/reading/pieces.ts";
import clsx from "clsx";
import { countLines } from "#components/reading/lines.ts";
import { flushSync } from "react-dom";

const none: readonly Span[] = [];

/** Words that are looked for: the next place from where one is comes first, and then one after the other, round and round. */
function useFinding(pieces: readonly Piece[], here: () => number, goTo: (span: Span) => void) {
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

const atFirst = 2;
const atOnce = 8;

/** Runs it when there is nothing better to do; what it returns takes it back. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, 16);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(run, { timeout: 500 });
  return () => cancelIdleCallback(asked);
}

/** Which parts of a text are there: the first from the beginning, those that are gone to at once, the others by and by. */
function useChunks(count: number) {
  const [there, setThere] = useState<ReadonlySet<number>>(
    () => new Set(Array.from({ length: Math.min(atFirst, count) }, (_, index) => index)),
  );
  useEffect(() => {
    if (there.size >= count) return;
    return whenIdle(() =>
      startTransition(() =>
        setThere((before) => {
          const missing = Array.from({ length: count }, (_, index) => index).filter(
            (one) => !before.has(one),
          );
          return new Set([...before, ...missing.slice(0, atOnce)]);
        }),
      ),
    );
  }, [there, count]);
  const bring = useCallback(
    (chunk: number) => {
      const wanted = [chunk, chunk + 1, chunk - 1].filter((one) => one >= 0 && one < count);
      if (wanted.every((one) => there.has(one))) return;
      flushSync(() => setThere((before) => new Set([...before, ...wanted])));
    },
    [there, count],
  );
  return { there, bring };
}

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

type Props = {
  index: number;
  chunk: Chunk;
  pieces: readonly Piece[];
  language: string;
  /** Whether titles are in that language too; else they are in the reader's. */
  isTitled: boolean;
  isThere: boolean;
};

const linesOf = ({ blocks }: Chunk, pieces: readonly Piece[], language: string) =>
  blocks.reduce((sum, { piece, start, end }) => {
    const { title = null, text = "" } = pieces[piece] ?? {};
    const titled = start === 0 && title !== null ? 2 : 0.5;
    return sum + titled + countLines(text.slice(start, end), language);
  }, 0);

/** What is drawn together. Out of sight a browser leaves it unset, and takes the room that it may need. */
const TextChunk = memo(function TextChunk({ index, chunk, pieces, language, isTitled, isThere }: Props) {
  return (
    <div
      data-chunk={index}
      className={clsx("long-chunk set-when-near", !isThere && "long-chunk-to-come")}
      style={{ "--lines": linesOf(chunk, pieces, language) } as CSSProperties}
    >
      {isThere &&
        chunk.blocks.map(({ piece, start, end }) => {
          const { title, text = "", at } = pieces[piece] ?? { title: null };
          return (
            <Fragment key={`${piece} ${start}`}>
              {start === 0 && title !== null && (
                <h3
                  data-head={piece}
                  tabIndex={-1}
                  className="mt-5 flex flex-wrap items-baseline gap-x-3 font-semibold"
                >
                  <span lang={isTitled ? language : undefined} dir="auto" className="min-w-0 wrap-anywhere">
                    {title}
                  </span>
                  {at && (
                    <span className="figures text-sm font-normal text-ink-muted">
                      {at.replace(/[.,]\d+$/, "")}
                    </span>
                  )}
                </h3>
              )}
              <p
                data-piece={piece}
                data-start={start}
                tabIndex={title === null && start === 0 ? -1 : undefined}
                lang={language}
                dir="auto"
                className={clsx(
                  "reading measure min-w-0 whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]",
                  start === 0 && title === null && "mt-3",
                )}
              >
                {text.slice(start, end)}
              </p>
            </Fragment>
          );
        })}
    </div>
  );
});
