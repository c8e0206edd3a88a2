import { timeFields } from "#lib/sittings/answers/fields.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";

export type Times = Pick<AnswerValue, "activeMs" | "firstAnswerMs" | "focusLosses">;

/** As the fields of a form that is sent. */
export function addTimes(formData: FormData, { read }: CaseClock): void {
  const { activeMs, firstAnswerMs, focusLosses } = read();
  formData.set(timeFields.activeMs, String(activeMs));
  formData.set(timeFields.focusLosses, String(focusLosses));
  if (firstAnswerMs !== null) formData.set(timeFields.firstAnswerMs, String(firstAnswerMs));
}

export type CaseClock = {
  read: () => Times;
  /** The first choice is the one whose time is kept. */
  answered: () => void;
  /** What was found out about the time before. */
  learn: (earlier: Times) => void;
  stop: () => void;
};

/** What the form takes at most: a tab may stay open for weeks. */
const maxMs = 2_000_000_000;
const isHere = () => !document.hidden && document.hasFocus();

/**
 * How long a case is in front of somebody: only while the page is visible and in focus, counted on from what is
 * known. By a clock that nobody can set. Shown nowhere.
 */
export function startClock(known: Times | null): CaseClock {
  const { activeMs, firstAnswerMs, focusLosses } = known ?? {
    activeMs: 0,
    firstAnswerMs: null,
    focusLosses: 0,
  };
  let counted = activeMs;
  let since = isHere() ? performance.now() : null;
  let first = firstAnswerMs;
  let losses = focusLosses;
  const spent = () => Math.min(maxMs, Math.round(counted + (since === null ? 0 : performance.now() - since)));

  function turn(): void {
    const here = isHere();
    if (here === (since !== null)) return;
    counted = spent();
    since = here ? performance.now() : null;
    if (!here) losses += 1;
  }
  const stopping = new AbortController();
  const { signal } = stopping;
  document.addEventListener("visibilitychange", turn, { signal });
  addEventListener("focus", turn, { signal });
  addEventListener("blur", turn, { signal });
  return {
    read: () => ({ activeMs: spent(), firstAnswerMs: first, focusLosses: losses }),
    answered: () => {
      first ??= spent();
    },
    learn(earlier) {
      counted += Math.max(0, earlier.activeMs - activeMs);
      losses += Math.max(0, earlier.focusLosses - focusLosses);
      first = earlier.firstAnswerMs ?? first;
    },
    stop: () => stopping.abort(),
  };
}
