import clsx from "clsx";
import { useState, type ComponentProps, type ComponentType, type ReactNode } from "react";
import { ParticipantMain } from "#components/shell/participant-main.tsx";
import { OverviewButton } from "#components/sitting/page/case-controls.tsx";
import { formatMinutes } from "#components/sitting/page/page-words.ts";
import { SittingBar } from "#components/sitting/page/sitting-bar.tsx";
import type { SittingState } from "#components/sitting/page/use-sitting-page.ts";
import { fill } from "#components/sitting/words.ts";

type Props = {
  state: SittingState;
  /** What is to be had on every page of a sitting. */
  menu: ReactNode;
  cases: ReactNode;
  /** All of them at a glance. */
  overview: ReactNode;
  /** What they stand in: on a page with a frame of its own it isn't the page's main part. */
  Main?: ComponentType<ComponentProps<typeof ParticipantMain>>;
};

/** The cases and their overview, whether or not the server is reached, with what is told around them. */
export function SittingPage({ state, menu, cases, overview, Main = ParticipantMain }: Props) {
  const { titleOf, view, answered, cases: counting, minutesLeft, runtime, ending, questions, words } = state;
  const { sitting, answering, sending } = words;
  const [isCovered, setIsCovered] = useState(false);
  const isOverview = view === "overview";
  const count = counting.length;
  const told = fill(answering.answered, { done: answered, count });
  const isHere = view !== "overview" && state.supplied.cases.has(view) && !ending;
  return (
    <>
      <SittingBar
        title={titleOf(view)}
        isCovered={isCovered}
        progress={{ done: answered, count, label: sitting.case.answered, told }}
        // Where one can't go back it is the place, less one; and what stands there until a script is at work takes the line.
        done={runtime !== null && questions.mayGoBack && fill(sitting.case.done, { done: answered })}
        state={
          runtime ? (
            <runtime.parts.SendingLine state={state} />
          ) : (
            <p className="sitting-state">{sending.unscripted}</p>
          )
        }
        info={
          <>
            {minutesLeft !== null && minutesLeft > 0 && <span>{formatMinutes(minutesLeft, answering)}</span>}
            {runtime && <runtime.parts.LazyPace state={state} />}
            <span className="max-sm:hidden">{told}</span>
          </>
        }
        ways={
          <>
            {questions.mayGoBack && isHere && <OverviewButton position={view} words={sitting} />}
            {menu}
          </>
        }
      />
      <Main close wide={!isOverview}>
        <div inert={isCovered} className={clsx("grid gap-6", isCovered && "invisible")}>
          {runtime && !isOverview && <runtime.parts.LazyBreak state={state} />}
          {state.notes.map((note) => (
            <p key={String(note)} className="text-ink-muted">
              {note}
            </p>
          ))}
          {runtime && (
            <runtime.parts.SittingWatch state={state} store={runtime.store} onCover={setIsCovered} />
          )}
          {!ending && isOverview && overview}
          {!ending && cases}
        </div>
      </Main>
    </>
  );
}
