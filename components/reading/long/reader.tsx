"use client";

import "#components/reading/long/long.css";
import { Fragment, memo, type CSSProperties } from "react";
import { FindField } from "#components/reading/find-field.tsx";
import { useReading, type ReadingOptions } from "#components/reading/long/use-reading.ts";
import type { ReaderWords } from "#components/reading/words.ts";
import type { Chunk } from "#lib/reading/blocks.ts";
import type { Mark } from "#lib/reading/marks.ts";
import type { Piece, Speaker } from "#lib/reading/pieces.ts";
import clsx from "clsx";
import { countLines } from "#components/reading/lines.ts";
import { ControlIcon } from "#components/ui/control-icons.tsx";
import { Button } from "#components/ui/button.tsx";
import { controlClass } from "#components/ui/fields/field.tsx";
import { fill } from "#components/sitting/words.ts";

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

export type ReaderProps = ReadingOptions & { language: string; words: ReaderWords };

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
