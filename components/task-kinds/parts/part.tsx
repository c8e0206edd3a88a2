"use client";

import clsx from "clsx";
import {
  useRef,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useState,
  type RefObject,
  useMemo,
  type CSSProperties,
} from "react";
import { isHan } from "#components/reading/script.ts";
import { PlainText } from "#components/reading/plain-text.tsx";
import type { PartWords } from "#components/task-kinds/parts/judging.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { FindField } from "#components/reading/find-field.tsx";
import { paint, scrollToRange, settle, unpaint } from "#components/reading/highlights.ts";
import { findWords } from "#lib/reading/pieces.ts";
import { countLines } from "#components/reading/lines.ts";
import { cutText } from "#lib/reading/blocks.ts";

type Props = {
  title: string;
  text: string;
  language: string;
  isJudged: boolean;
  /** With which one looks for something in a long one. */
  find?: PartWords["find"];
};

/** Longer than this, in letters, it fills more than a screen. */
const long = 1500;
const isLong = (text: string, language: string) => text.length > (isHan(language) ? long / 2 : long);

/** What is read under its name; a long one folds. */
export function Part({ title, text, language, isJudged, find }: Props) {
  const look = clsx("grid min-w-0 gap-2", isJudged && "rounded-lg border border-accent bg-accent-tint p-4");
  if (isLong(text, language))
    return (
      <FoldingPart title={title} look={look} text={text} language={language} find={find}>
        <LongText text={text} language={language} />
      </FoldingPart>
    );
  return (
    <section className={look}>
      <PartHeading>{title}</PartHeading>
      <PlainText language={language}>{text}</PlainText>
    </section>
  );
}

const PartHeading = ({ children }: { children: string }) => (
  <h2>
    <span className="text-sm font-medium text-ink-muted">{children}</span>
  </h2>
);

type FoldingProps = Omit<Props, "isJudged"> & { look: string; children: ReactNode };

/** Folds from wherever one is in it, and unfolds to where one was. A long one is searched. */
export function FoldingPart({ title, look, text, language, find, children }: FoldingProps) {
  const folding = useFoldingInPlace();
  const part = useRef<HTMLDetailsElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useKeptPlace(part, text);
  const isSearched = isLong(text, language);
  return (
    <details ref={part} open data-long={isSearched || undefined} className={look} onToggle={folding}>
      <summary className="target unmarked sticky top-[var(--bar,0px)] z-[3] flex items-center gap-1 bg-surface py-1">
        <Icon name="down" className="in-open:rotate-180" />
        <PartHeading>{title}</PartHeading>
      </summary>
      {find && isSearched && <FindInText text={body} words={find} />}
      <div ref={body}>{children}</div>
    </details>
  );
}

function useFoldingInPlace() {
  const read = useRef(0);
  return ({ currentTarget: part }: SyntheticEvent<HTMLDetailsElement>) => {
    const top = part.getBoundingClientRect().top;
    if (part.open) window.scrollBy(0, read.current);
    else if (top < 0) {
      read.current = -top;
      part.scrollIntoView({ block: "start" });
    } else read.current = 0;
  };
}

type FindInTextProps = { text: RefObject<HTMLElement | null>; words: PartWords["find"] };

/** Looks for words in one long text: a browser's own search would look through the whole page, folded parts left out. */
function FindInText({ text, words }: FindInTextProps) {
  const [sought, setSought] = useState("");
  const [at, setAt] = useState(0);
  const [count, setCount] = useState(0);
  const owner = useRef({});
  useEffect(() => {
    const { current } = owner;
    return () => unpaint(current);
  }, []);

  function show(found: readonly Range[], here: number): void {
    paint(owner.current, "found", found);
    paint(owner.current, "found-here", found.slice(here, here + 1));
    const range = found[here];
    if (range) settle(() => scrollToRange(range));
  }
  function seek(value: string): void {
    setSought(value);
    setAt(0);
    const found = findRanges(text.current, value);
    setCount(found.length);
    show(found, 0);
  }
  function turn(by: 1 | -1): void {
    const found = findRanges(text.current, sought);
    if (found.length === 0) return;
    const next = (at + by + found.length) % found.length;
    setAt(next);
    show(found, next);
  }
  return <FindField sought={sought} at={at} count={count} words={words} onSeek={seek} onTurn={turn} />;
}

/** Where words stand in the paragraphs of a text, each of which may be parted into several nodes. */
function findRanges(element: HTMLElement | null, sought: string): Range[] {
  const paragraphs = [...(element?.querySelectorAll("p") ?? [])].map(nodesOf);
  const pieces = paragraphs.map((nodes) => ({ title: null, text: nodes.map(({ data }) => data).join("") }));
  return findWords(pieces, sought).map(({ piece, start, end }) =>
    rangeOver(paragraphs[piece] ?? [], start, end),
  );
}

function rangeOver(nodes: readonly Text[], start: number, end: number): Range {
  const range = new Range();
  let before = 0;
  for (const node of nodes) {
    const after = before + node.length;
    if (start >= before && start < after) range.setStart(node, start - before);
    if (end > before && end <= after) range.setEnd(node, end - before);
    before = after;
  }
  return range;
}

function nodesOf(paragraph: Element): Text[] {
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  return nodes;
}

/** More letters than a window shows. */
const atOnce = 4000;

/** Its beginning is set at once, whatever follows once it comes near the window. */
function LongText({ language, text }: { language: string; text: string }) {
  const stretches = useMemo(() => cutText(text, isHan(language) ? atOnce / 2 : atOnce), [text, language]);
  return (
    <PlainText language={language}>
      {stretches.map(({ start, end }) => {
        const stretch = text.slice(start, end);
        const lines = { "--lines": countLines(stretch, language) } as CSSProperties;
        return (
          <span
            key={start}
            data-stretch
            className={clsx("block [unicode-bidi:plaintext]", start > 0 && "set-when-near")}
            style={start === 0 ? undefined : lines}
          >
            {stretch}
          </span>
        );
      })}
    </PlainText>
  );
}

// Cases of a group share their long texts. Who turns from one to the next has read them: what was folded stays folded,
// and the page stands where it stood.

/** Sooner than anybody presses a key after it; not in each frame that scrolls. */
const noteMs = 50;

const folded = new Set<string>();
const textOf = new WeakMap<Element, string>();
/** The window began so far below one of the form's edges. */
let left: { texts: readonly string[]; edge: number; below: number } | null = null;

const longParts = (form: Element) => [...form.querySelectorAll<HTMLDetailsElement>("details[data-long]")];
const textsOf = (form: Element) => longParts(form).map((part) => textOf.get(part) ?? "");
const isOpen = (form: Element) => form.getAttribute("aria-hidden") !== "true";

/** Where in the window the form begins, and each stretch of its long texts; what isn't set yet has another height than once it is. */
function edgesOf(form: Element): number[] {
  const stretches = [...form.querySelectorAll("details[open] [data-stretch]")];
  const ends = stretches.at(-1)?.getBoundingClientRect().bottom ?? [];
  return [form, ...stretches].map((one) => one.getBoundingClientRect().top).concat(ends);
}

/** For each long part; the last of a case sees to the page. */
function useKeptPlace(ref: RefObject<HTMLDetailsElement | null>, text: string): void {
  useEffect(() => {
    const part = ref.current;
    const form = part?.closest("form[data-position]");
    if (!part || !form) return;
    textOf.set(part, text);
    const leaving = new AbortController();
    const { signal } = leaving;
    const fold = () => (part.open ? folded.delete(text) : folded.add(text));
    part.addEventListener("toggle", () => isOpen(form) && fold(), { signal });
    const come = () => {
      if (!isOpen(form)) return;
      if (part.open === folded.has(text)) part.open = !part.open;
      if (longParts(form).at(-1) === part) comeBack(form);
    };
    let planned: ReturnType<typeof setTimeout> | undefined;
    const note = () => {
      planned = undefined;
      if (!signal.aborted && isOpen(form) && longParts(form).at(-1) === part) left = standIn(form);
    };
    const noteSoon = () => void (planned ??= setTimeout(note, noteMs));
    window.addEventListener("scroll", noteSoon, { signal, passive: true });
    const turned = new MutationObserver(come);
    turned.observe(form, { attributeFilter: ["aria-hidden"] });
    come();
    return () => {
      turned.disconnect();
      leaving.abort();
    };
  }, [ref, text]);
}

function standIn(form: Element): typeof left {
  const edges = edgesOf(form);
  const edge = Math.max(
    0,
    edges.findLastIndex((top) => top <= 0),
  );
  return { texts: textsOf(form), edge, below: -(edges[edge] ?? 0) };
}

/** Whoever turned the page has scrolled it to its top; nothing of that is painted yet. */
function comeBack(form: Element): void {
  const texts = textsOf(form);
  const stood = left;
  if (stood?.texts.length !== texts.length || !stood.texts.every((text, at) => text === texts[at])) {
    left = null;
    return;
  }
  const goBack = () => window.scrollBy({ top: (edgesOf(form)[stood.edge] ?? 0) + stood.below });
  // Above the first stretch everything is set.
  if (stood.edge === 0) goBack();
  else settle(goBack);
}
