import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { SittingState } from "#components/sitting/page/use-sitting-page.ts";
import { formatMinutes } from "#components/sitting/page/page-words.ts";
import { fill } from "#components/sitting/words.ts";
import { estimateMinutes, turnStretch, type WorkStretch } from "#lib/sittings/serving/pace.ts";

export type PaceProps = {
  state: Pick<SittingState, "steps" | "questions" | "words" | "view" | "minutesLeft">;
};

/** Where the plan tells it: about how long the rest takes somebody who goes on as they did. */
export function PaceLine({ state: { steps, questions, words, minutesLeft } }: PaceProps) {
  const { answering } = words;
  const minutes = questions.showPace ? estimateMinutes(steps) : null;
  if (minutes === null) return null;
  return (
    <>
      {/* On a phone there is room for one time, and the limit is the one to know. */}
      {minutesLeft === null && <span className="sm:hidden">{formatMinutes(minutes, answering)}</span>}
      <span className="max-sm:hidden">
        {minutes === 1 ? answering.onePaceMinute : fill(answering.paceMinutes, { minutes })}
      </span>
    </>
  );
}

/** With less time than this left, nobody is told to rest. */
const shortMinutes = 10;

/** A line above the case that one has just turned to, gone with it; nothing opens, and nothing has to be answered. */
export function BreakLine({ state }: PaceProps) {
  const { steps, questions, view, minutesLeft, words } = state;
  const minutes = questions.breakAfterMinutes ?? null;
  const activeMs = steps.reduce((sum, { answer }) => sum + (answer?.activeMs ?? 0), 0);
  const stretch = useRef<WorkStretch>(null);
  const [saidAt, setSaidAt] = useState<unknown>(null);
  const turn = useEffectEvent((to: unknown) => {
    const at = performance.now();
    const before = stretch.current ?? { from: activeMs, turnedAt: at, activeThen: activeMs };
    const next = turnStretch(before, { at, activeMs, minutes: minutes ?? Infinity });
    stretch.current = next.stretch;
    const isShort = minutesLeft !== null && minutesLeft <= shortMinutes;
    setSaidAt(next.isDue && !isShort ? to : null);
  });
  useEffect(() => turn(view), [view]);
  return (
    <p role="status" className="text-ink-muted empty:hidden">
      {saidAt !== null && saidAt === view && minutes !== null && fill(words.answering.break, { minutes })}
    </p>
  );
}
