import { PageTitle } from "#components/sitting/page-title.tsx";
import type { SittingState } from "#components/sitting/page/use-sitting-page.ts";
import { fill } from "#components/sitting/words.ts";

/** Where one is, how far one got, and, where there is a limit, about how long it goes on. */
export function ProgressHeader({ state }: { state: SittingState }) {
  const { titleOf, view, answered, cases, minutesLeft, words } = state;
  const { sitting, answering } = words;
  const [title, count] = [titleOf(view), cases.length];
  const told = fill(answering.answered, { done: answered, count });
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        {/* Another heading, not the same with other words: only what gets the focus anew is read out. */}
        <PageTitle key={title}>{title}</PageTitle>
        <p className="figures flex flex-wrap gap-x-4 text-base text-ink-muted">
          {minutesLeft !== null && minutesLeft > 0 && (
            <span>
              {minutesLeft === 1 ? answering.oneMinute : fill(answering.minutes, { minutes: minutesLeft })}
            </span>
          )}
          <span>{told}</span>
        </p>
      </div>
      <progress
        value={answered}
        max={count}
        aria-label={sitting.case.answered}
        aria-valuetext={told}
        className="h-1.5 w-full overflow-hidden rounded-full"
      />
    </header>
  );
}
