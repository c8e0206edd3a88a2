"use client";

import clsx from "clsx";
import { useRef, type ReactNode, type SyntheticEvent } from "react";
import { isHan } from "#components/reading/script.ts";
import { PlainText } from "#components/reading/plain-text.tsx";
import type { PartWords } from "#components/task-kinds/parts/words.ts";
import { FindInText } from "#components/task-kinds/parts/find-in-text.tsx";
import { LongText } from "#components/task-kinds/parts/long-text.tsx";
import { useKeptPlace } from "#components/task-kinds/parts/use-kept-place.ts";
import { Icon } from "#components/ui/icons.tsx";

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
