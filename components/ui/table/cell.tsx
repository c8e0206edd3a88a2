import clsx from "clsx";
import { Fragment, type ReactNode } from "react";
import { Badge, type Tone } from "#components/ui/badge.tsx";

/** Words and numbers, and how they look. */
export type Words = {
  text: string | number;
  /** Shown when pointed at: the figure unrounded, or why there is none. */
  title?: string | undefined;
  href?: string | undefined;
  /** A link so short that it has to be made wide enough to be hit. */
  isShort?: boolean;
  /** Somebody's own word, which may run the other way. */
  isName?: boolean;
  isCode?: boolean;
  isMuted?: boolean;
  isSmall?: boolean;
  isStrong?: boolean;
  /** Never broken into two lines; a name too long for a column ends in dots. */
  isWhole?: boolean;
  /** Of a name that stays whole: as wide as most are. */
  isNarrow?: boolean;
  tone?: keyof typeof tones;
  /** Of several links, the one whose target is shown. */
  isCurrent?: boolean;
  /** For screen readers, where the eye has a dash. */
  said?: string;
};

const tones = { success: "text-success", warning: "text-warning", danger: "text-danger" };

type Line = { line: Cell; isMuted?: boolean };
type Tag = { badge: string; tone?: Tone };
type ExpandableCell = { more: string; lines: readonly Cell[] };
/** Somebody's own sentences, no wider than they can be read: as written, a small note, or what one line holds of it. */
type Quote = {
  quote: string;
  lang?: string | undefined;
  as?: keyof typeof quotes;
  href?: string;
  isMuted?: boolean;
};

type CellPart = ReactNode | Words | Line | Tag | ExpandableCell | Quote;

/**
 * What stands in a cell, as data: a table of such cells travels to the browser as the words in it,
 * where elements travel with all their looks, once for the page and once for its script.
 */
export type Cell = CellPart | readonly Cell[];

export function draw(cell: Cell): ReactNode {
  if (typeof cell !== "object" || cell === null) return cell;
  if (isList(cell)) return cell.map((part, i) => <Fragment key={i}>{draw(part)}</Fragment>);
  if ("text" in cell) return drawWords(cell);
  if ("line" in cell)
    return (
      <span className={clsx("block", cell.isMuted && "text-sm font-normal text-ink-muted")}>
        {draw(cell.line)}
      </span>
    );
  if ("badge" in cell) return <Badge {...(cell.tone && { tone: cell.tone })}>{cell.badge}</Badge>;
  if ("more" in cell) return drawMore(cell);
  if ("quote" in cell) return drawQuote(cell);
  return cell;
}

const isList = (cell: Cell): cell is readonly Cell[] => Array.isArray(cell);

function drawWords(words: Words): ReactNode {
  const { text, href, isShort, isName, isCode, isMuted, isSmall, isStrong, isWhole, tone, said } = words;
  const title = words.title ?? (isName && isWhole ? String(text) : undefined);
  const className =
    clsx(
      href && "text-accent underline",
      // A long name may break wherever it has to; of a number, half would be another number.
      href && typeof text === "string" && !isWhole && "wrap-anywhere",
      isShort && "inline-block min-w-6",
      isCode && "font-mono text-sm",
      isMuted && "text-ink-muted",
      isSmall && "text-sm",
      isStrong && "font-semibold",
      isWhole &&
        (isName
          ? clsx("inline-block truncate align-bottom", words.isNarrow ? "max-w-36" : "max-w-80")
          : "whitespace-nowrap"),
      tone && tones[tone],
    ) || undefined;
  const named = isName ? <bdi>{text}</bdi> : text;
  if (href)
    return (
      <a href={href} title={title} aria-current={words.isCurrent || undefined} className={className}>
        {named}
      </a>
    );
  const inner = said ? (
    <>
      <span aria-hidden>{named}</span>
      <span className="sr-only">{said}</span>
    </>
  ) : (
    named
  );
  if (!className && !title) return inner;
  return (
    <span title={title} className={className}>
      {inner}
    </span>
  );
}

function drawMore({ more, lines }: ExpandableCell): ReactNode {
  return (
    <details className="ml-2 inline-block text-sm open:ml-0 open:block print:hidden">
      <summary className="flex min-h-6 w-fit items-center text-accent underline pointer-coarse:min-h-11">
        {more}
      </summary>
      <div className="grid max-w-prose gap-1 pb-2">
        {lines.map((line, i) => (
          <p key={i}>{draw(line)}</p>
        ))}
      </div>
    </details>
  );
}

const quotes = {
  whole: "max-w-prose whitespace-pre-line",
  note: "max-w-prose text-sm",
  line: "truncate font-normal",
};

const drawQuote = ({ quote, lang, as = "whole", href, isMuted }: Quote): ReactNode => (
  <p
    lang={lang}
    dir="auto"
    title={as === "line" ? quote : undefined}
    className={clsx(quotes[as], isMuted && "text-ink-muted")}
  >
    {href === undefined ? (
      quote
    ) : (
      <a href={href} className="block truncate text-accent underline">
        {quote}
      </a>
    )}
  </p>
);
