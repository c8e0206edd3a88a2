import { timeFields, answerFields } from "#lib/sittings/answers/fields.ts";
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

const findField = (form: HTMLFormElement) =>
  form.querySelector<HTMLInputElement>(`input[name=${answerFields.unfolded}]`);

/** Null where the study doesn't record it, where there are no profiles, and before anybody has looked. */
export const readUnfolded = (form: HTMLFormElement): boolean | null => {
  const told = findField(form)?.value;
  return told ? told === "yes" : null;
};

/**
 * Tells how tall the candidates stand, for the place they keep beside a long dialogue, and whether all of every profile
 * shows: whatever changes that changes their height, too.
 */
export function watchCandidates(form: HTMLFormElement): () => void {
  const column = form.querySelector<HTMLElement>("[data-candidates]");
  if (!column || !("ResizeObserver" in window)) return () => undefined;
  const profiles = [...column.querySelectorAll("[data-profile]")];
  const field = findField(form);
  const isWhole = ({ scrollHeight, clientHeight }: Element) => scrollHeight <= clientHeight + 1;
  function look(): void {
    const height = column?.offsetHeight ?? 0;
    // Out of sight nothing has a height.
    if (!height) return;
    if (field && profiles.length > 0) field.value = profiles.every(isWhole) ? "yes" : "no";
    column?.style.setProperty("--height", `${height}px`);
  }
  look();
  const observer = new ResizeObserver(look);
  observer.observe(column);
  return () => observer.disconnect();
}
