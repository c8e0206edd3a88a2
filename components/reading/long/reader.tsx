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
import { pieceAt, topPiece, headOf, rangesOf } from "#components/reading/long/text-places.ts";
import { useKeptPiece } from "#components/reading/long/use-kept-piece.ts";
import { useMarking } from "#components/reading/long/use-marking.ts";
import { usePainting } from "#components/reading/long/use-painting.ts";
import { useReadingKeys, type ReadingAction } from "#components/reading/long/use-reading-keys.ts";
import { useSpeaking } from "#components/reading/long/use-speaking.ts";
import type { ReaderWords } from "#components/reading/words.ts";
import { cutIntoChunks, type Chunk, chunkOf } from "#lib/reading/blocks.ts";
import type { Mark } from "#lib/reading/marks.ts";
import { type Piece, findWords, type Span, type Speaker } from "#lib/reading/pieces.ts";
import clsx from "clsx";
import { countLines } from "#components/reading/lines.ts";
import { flushSync } from "react-dom";
import { ControlIcon } from "#components/ui/control-icons.tsx";
import { Button } from "#components/ui/button.tsx";
import { controlClass } from "#components/ui/fields/field.tsx";
import { fill } from "#components/sitting/words.ts";
import { scrollToRange, settle } from "#components/reading/highlights.ts";

type Text = RefObject<HTMLDivElement | null>;

/** The way to a piece, or to words in one, wherever they are and whether they are drawn yet or not. */
function useGoing(text: Text, chunks: readonly Chunk[], bring: (chunk: number) => void) {
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

type SpeakerProps = {
  speakers: readonly Speaker[];
  /** One of them; null is everybody. */
  chosen: number | null;
  words: ReaderWords;
  language: string;
  onChoose: (speaker: number | null) => void;
  onTurn: (by: 1 | -1) => void;
};

const percent = (share: number) => `${Math.round(100 * share)}%`;

/** Whose turns one goes through, and how much each says. Choosing moves nothing: that is for the buttons. */
function SpeakerTools({ speakers, chosen, words, language, onChoose, onTurn }: SpeakerProps) {
  const turns = speakers.reduce((sum, { turns: own }) => sum + own.length, 0);
  return (
    <div className="flex min-w-0 items-center gap-1">
      <select
        aria-label={words.speaker}
        value={chosen ?? ""}
        onChange={({ target }) => onChoose(target.value === "" ? null : Number(target.value))}
        className={`${controlClass} max-w-64 min-w-32 flex-1`}
      >
        <option value="">{fill(words.everybody, { turns, speakers: speakers.length })}</option>
        {speakers.map(({ name, turns: own, share }, index) => (
          <option key={index} value={index} lang={name === null ? undefined : language}>
            {fill(words.oneSpeaker, { name: name ?? words.nobody, turns: own.length, share: percent(share) })}
          </option>
        ))}
      </select>
      <StepButtons previous={words.previousTurn} next={words.nextTurn} onStep={onTurn} />
    </div>
  );
}

type StepProps = { previous: string; next: string; isOff?: boolean; onStep: (by: 1 | -1) => void };

const StepButtons = ({ previous, next, isOff, onStep }: StepProps) => (
  <>
    <Button
      size="icon"
      variant="quiet"
      aria-label={previous}
      title={previous}
      disabled={isOff}
      onClick={() => onStep(-1)}
    >
      <ControlIcon name="up" />
    </Button>
    <Button
      size="icon"
      variant="quiet"
      aria-label={next}
      title={next}
      disabled={isOff}
      onClick={() => onStep(1)}
    >
      <ControlIcon name="down" />
    </Button>
  </>
);

type MarkProps = {
  marks: readonly Mark[];
  words: ReaderWords;
  language: string;
  onMark: () => void;
  onGo: (mark: number) => void;
  onStep: (by: 1 | -1) => void;
  onRemove: (mark: number) => void;
};

/** Marks what is selected, and leads to what is marked. */
function MarkTools({ marks, words, language, onMark, onGo, onStep, onRemove }: MarkProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1">
      {/* A press would take the selection away, which is what is to be marked. */}
      <Button size="small" onPointerDown={(event) => event.preventDefault()} onClick={onMark}>
        {words.mark}
      </Button>
      <StepButtons
        previous={words.previousMark}
        next={words.nextMark}
        isOff={marks.length === 0}
        onStep={onStep}
      />
      <details className="min-w-0 text-sm">
        <summary className="target-small cursor-pointer px-2 font-medium text-accent">
          <span role="status" className="figures">
            {fill(words.marks, { count: marks.length })}
          </span>
        </summary>
        {marks.length === 0 && <p className="measure px-2 text-ink-muted">{words.noMarks}</p>}
        <ol role="list" className="max-h-[40dvh] overflow-auto">
          {marks.map((mark, index) => (
            <li key={index} className="flex items-center gap-2">
              <button
                type="button"
                className="target-small min-w-0 flex-1 truncate px-2 text-start underline"
                onClick={() => onGo(index)}
              >
                <q lang={language}>{mark.quote}</q>
              </button>
              <Button
                size="small"
                variant="quiet"
                onClick={() => onRemove(index)}
                aria-label={fill(words.removeMark, { quote: mark.quote.slice(0, 40) })}
              >
                <ControlIcon name="cross" className="size-4" />
              </Button>
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}

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

type ReadingOptions = Pick<ReaderProps, "pieces" | "titles" | "place" | "onMarks">;

function useReading({ pieces, titles, place, onMarks }: ReadingOptions) {
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
