import clsx from "clsx";
import type { KeyboardEvent, Ref } from "react";
import { fill } from "#components/sitting/words.ts";
import { controlClass } from "#components/ui/fields/field.tsx";

type Props = {
  sought: string;
  /** Of those that were found, the one that is shown, from 0. */
  at: number;
  count: number;
  words: { label: string; previous: string; next: string; none: string; place: string };
  onSeek: (sought: string) => void;
  onTurn: (by: 1 | -1) => void;
  onLeave?: () => void;
  field?: Ref<HTMLInputElement>;
};

/** What one looks for in one text, how often it is there, and the way from one place to the next. */
export function FindField({ sought, at, count, words, onSeek, onTurn, onLeave, field }: Props) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onLeave?.();
    if (event.key !== "Enter") return;
    event.preventDefault();
    onTurn(event.shiftKey ? -1 : 1);
  }
  return (
    <div
      className="flex min-w-0 flex-wrap items-center gap-2 text-sm [@media(scripting:none)]:hidden"
      onChange={(event) => event.stopPropagation()}
    >
      {/* Of no form, so that Enter doesn't send what the field stands in, however soon it is pressed. */}
      <input
        ref={field}
        type="search"
        form=""
        aria-label={words.label}
        placeholder={words.label}
        value={sought}
        onChange={(event) => onSeek(event.target.value)}
        onKeyDown={onKeyDown}
        autoComplete="off"
        className={clsx(controlClass, "max-w-56 min-w-40 flex-1")}
      />
      {([-1, 1] as const).map((by) => (
        <button
          key={by}
          type="button"
          className="target px-2 text-accent underline"
          onClick={() => onTurn(by)}
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
