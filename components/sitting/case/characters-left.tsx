"use client";

import { useEffect, useRef } from "react";
import { watchText, type CountingWords } from "#components/sitting/case/watch-text.ts";

type Props = {
  /** Of the field, in the same form. */
  name: string;
  most: number;
  words: CountingWords;
};

/** Stands under a field for longer texts: nothing is cut in silence. */
export function CharactersLeft({ name, most, words }: Props) {
  const seen = useRef<HTMLParagraphElement>(null);
  const heard = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const field = seen.current?.closest("form")?.elements.namedItem(name);
    const isText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
    if (!isText || !seen.current || !heard.current) return;
    return watchText(field, { seen: seen.current, heard: heard.current }, most, words);
  }, [name, most, words]);
  return (
    <>
      <p ref={seen} aria-hidden className="mt-1.5 text-sm text-ink-muted empty:hidden" />
      <p ref={heard} role="status" className="sr-only" />
    </>
  );
}
