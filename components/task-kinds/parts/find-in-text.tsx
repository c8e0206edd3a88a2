"use client";

import clsx from "clsx";
import { useEffect, useState, useSyncExternalStore, type KeyboardEvent, type RefObject } from "react";
import { findRanges, mark, scrollToRange } from "#components/task-kinds/parts/found-ranges.ts";
import { controlClass } from "#components/ui/fields/field.tsx";
import { fill } from "#components/sitting/words.ts";
import type { PartWords } from "#components/task-kinds/parts/words.ts";

type Props = { text: RefObject<HTMLElement | null>; words: PartWords["find"] };

const never = () => () => {};
const useHasScript = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Looks for words in one long text: a browser's own search would look through the whole page, folded parts left out. */
export function FindInText({ text, words }: Props) {
  const [sought, setSought] = useState("");
  const [at, setAt] = useState(0);
  const hasScript = useHasScript();
  const [count, setCount] = useState(0);
  useEffect(() => () => mark([], 0), []);
  if (!hasScript) return null;

  function seek(value: string): void {
    setSought(value);
    setAt(0);
    const found = findRanges(text.current, value);
    setCount(found.length);
    mark(found, 0);
    if (found[0]) scrollToRange(found[0]);
  }
  function turn(by: 1 | -1): void {
    const found = findRanges(text.current, sought);
    if (found.length === 0) return;
    const next = (at + by + found.length) % found.length;
    setAt(next);
    mark(found, next);
    scrollToRange(found[next] as Range);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    // It would send the answer.
    event.preventDefault();
    turn(event.shiftKey ? -1 : 1);
  }
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm" onChange={(event) => event.stopPropagation()}>
      <input
        type="search"
        aria-label={words.label}
        placeholder={words.label}
        value={sought}
        onChange={(event) => seek(event.target.value)}
        onKeyDown={onKeyDown}
        autoComplete="off"
        className={clsx(controlClass, "max-w-56 min-w-40 flex-1")}
      />
      {([-1, 1] as const).map((by) => (
        <button
          key={by}
          type="button"
          className="target px-2 text-accent underline"
          onClick={() => turn(by)}
          disabled={count === 0}
        >
          {by < 0 ? words.previous : words.next}
        </button>
      ))}
      <span role="status" className="figures text-ink-muted">
        {sought.trim() !== "" && (count === 0 ? words.none : fill(words.place, { at: at + 1, count }))}
      </span>
    </div>
  );
}
