import clsx from "clsx";
import { Fragment, type ReactNode } from "react";
import { type Paragraph, isHan, setParagraphs } from "#components/reading/script.ts";
import type { ReadingWords } from "#components/reading/words.ts";
import type { Turn } from "#lib/task-kinds/dialogue.ts";

type Props = { turns: readonly Turn[]; language: string; words: ReadingWords; questionId: string };

export function Dialogue({ turns, language, words, questionId }: Props) {
  const asked = turns.findLastIndex((turn) => turn.speaker === null);
  return (
    <ol role="list" className="grid gap-6">
      {turns.map((turn, index) => (
        <li key={index} className="grid min-w-0 gap-2">
          <ScriptTurn turn={turn} language={language} words={words}>
            {index === asked && <Question id={questionId}>{words.question}</Question>}
          </ScriptTurn>
        </li>
      ))}
    </ol>
  );
}

export function Question({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="text-xl font-semibold">
      {children}
    </p>
  );
}

type TurnProps = {
  turn: Turn;
  language: string;
  words: ReadingWords;
  /** Beside the speaker, before what is said. */
  children: ReactNode;
};

function ScriptTurn({ turn, language, words, children }: TurnProps) {
  const paragraphs = setParagraphs(turn.parts);
  const labelled = paragraphs.findIndex((paragraph) => paragraph.thought);
  const thinks = <span className="text-sm text-ink-muted">{words.thinks}</span>;
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          {turn.speaker === null ? (
            <UnknownMark label={words.unknown} />
          ) : (
            <span lang={language} dir="auto" className="min-w-0 font-semibold wrap-anywhere">
              {turn.speaker}
            </span>
          )}
          {labelled === 0 && !children && thinks}
        </p>
        {children}
      </div>
      {labelled === 0 && children && <p>{thinks}</p>}
      {paragraphs.map((paragraph, index) => (
        <Fragment key={index}>
          {index > 0 && index === labelled && <p>{thinks}</p>}
          {index > 0 && !paragraph.thought && <p className="sr-only">{words.says}</p>}
          <ScriptParagraph paragraph={paragraph} language={language} />
        </Fragment>
      ))}
    </>
  );
}

/** As wide as a name's line, so that a glance down the speakers finds it. */
function UnknownMark({ label }: { label: string }) {
  return (
    <>
      <span
        aria-hidden
        className="grid size-8 place-items-center rounded-full border border-transparent bg-accent text-lg leading-none font-bold text-accent-ink"
      >
        ?
      </span>
      <span className="sr-only">{label}</span>
    </>
  );
}

const passage = "reading measure min-w-0 whitespace-pre-line wrap-anywhere";

function ScriptParagraph({ paragraph, language }: { paragraph: Paragraph; language: string }) {
  const han = isHan(language);
  if (paragraph.thought)
    return (
      <p
        lang={language}
        dir="auto"
        className={clsx(passage, han && "border-s-3 border-edge bg-sunken px-3 py-1")}
      >
        {han ? paragraph.text : <i>{paragraph.text}</i>}
      </p>
    );
  const [open, close, blank] = han ? ["（", "）", ""] : ["(", ")", " "];
  return (
    <p lang={language} dir="auto" className={passage}>
      {paragraph.pieces.map((piece, index) => (
        <Fragment key={index}>
          {index > 0 && blank}
          {piece.type === "manner" ? (
            <span className="text-ink-muted">
              {open}
              {piece.text}
              {close}
            </span>
          ) : (
            piece.text
          )}
        </Fragment>
      ))}
    </p>
  );
}
