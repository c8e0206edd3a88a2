import clsx from "clsx";
import type { ReactNode } from "react";

type Props = {
  /** Where one is: the same words as in the page's title. */
  title: string;
  /** How it stands with the answers: a few words, or, in trouble, a strip of its own across the bar. */
  state?: ReactNode;
  /** How much is done, and how long it goes on. */
  info?: ReactNode;
  progress?: { done: number; count: number; label: string; told: string };
  /** The same in a word or two, for the line of the heading where that is all the room there is. */
  done?: string | false;
  /** To all cases at a glance, and the menu: before the heading, from which the keyboard goes on into the case. */
  ways?: ReactNode;
  /** What stands there is somebody else's, perhaps: it isn't shown until that is known. */
  isCovered?: boolean;
};

/** The one line on top of the cases and their overview: in view however far one has read. */
export function SittingBar({ title, state, info, progress, done, ways, isCovered = false }: Props) {
  return (
    <header className="sitting-bar">
      <div>
        <div data-ways>{ways}</div>
        <div inert={isCovered} className={clsx("contents", isCovered && "invisible")}>
          {/* Another heading, not the same with other words: only what gets the focus anew is read out. */}
          <h1 key={title} tabIndex={-1} data-place>
            {title}
          </h1>
          {done && <p data-done>{done}</p>}
          {state}
          <div data-info>{info}</div>
        </div>
      </div>
      {progress && (
        <progress
          value={progress.done}
          max={progress.count}
          aria-label={progress.label}
          aria-valuetext={progress.told}
        />
      )}
    </header>
  );
}
