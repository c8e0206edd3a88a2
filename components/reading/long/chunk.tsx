import clsx from "clsx";
import { Fragment, memo, type CSSProperties } from "react";
import { countLines } from "#components/reading/lines.ts";
import type { Chunk } from "#lib/reading/blocks.ts";
import type { Piece } from "#lib/reading/pieces.ts";

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
export const TextChunk = memo(function TextChunk({
  index,
  chunk,
  pieces,
  language,
  isTitled,
  isThere,
}: Props) {
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
