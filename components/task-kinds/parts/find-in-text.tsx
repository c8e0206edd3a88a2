"use client";

import { useEffect, useRef, useState, type RefObject } from "react";
import { FindField } from "#components/reading/find-field.tsx";
import { paint, scrollToRange, settle, unpaint } from "#components/reading/highlights.ts";
import { findRanges } from "#components/task-kinds/parts/found-ranges.ts";
import type { PartWords } from "#components/task-kinds/parts/words.ts";

type Props = { text: RefObject<HTMLElement | null>; words: PartWords["find"] };

/** Looks for words in one long text: a browser's own search would look through the whole page, folded parts left out. */
export function FindInText({ text, words }: Props) {
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
