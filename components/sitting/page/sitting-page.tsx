import clsx from "clsx";
import { useState, type ReactNode } from "react";
import { LazyBreak, SendingLine, SittingWatch } from "#components/sitting/page/later-parts.ts";
import { ProgressHeader } from "#components/sitting/page/progress-header.tsx";
import type { SittingState } from "#components/sitting/page/use-sitting-page.ts";

type Props = {
  state: SittingState;
  cases: ReactNode;
  /** All of them at a glance. */
  overview: ReactNode;
};

/** The cases and their overview, whether or not the server is reached, with what is told around them. */
export function SittingPage({ state, cases, overview }: Props) {
  const { runtime, ending } = state;
  const [isCovered, setIsCovered] = useState(false);
  const isOverview = state.view === "overview";
  const sending = runtime ? (
    <SendingLine state={state} />
  ) : (
    <p className="text-sm text-ink-muted">{state.words.sending.unscripted}</p>
  );
  return (
    <div
      data-wide={isOverview ? undefined : true}
      inert={isCovered}
      className={clsx("grid gap-6", isCovered && "invisible")}
    >
      {!isOverview && (
        <>
          <ProgressHeader state={state} />
          {/* In view however far one has read. */}
          <div className="sticky top-0 z-3 -my-4 flex flex-wrap justify-between gap-x-4 bg-surface py-1.5">
            {sending}
          </div>
          {runtime && <LazyBreak state={state} />}
        </>
      )}
      {state.notes.map((note) => (
        <p key={String(note)} className="text-ink-muted">
          {note}
        </p>
      ))}
      {runtime && <SittingWatch state={state} store={runtime.store} onCover={setIsCovered} />}
      {!ending && isOverview && overview}
      {!ending && cases}
      {isOverview && sending}
    </div>
  );
}
