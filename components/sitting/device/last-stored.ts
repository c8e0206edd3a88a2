import { attempt } from "#components/sitting/device/attempt.ts";

const key = "benchside-stored";

/** When this browser was last told that an answer is stored. */
export const noteStored = (): void => void attempt(() => localStorage.setItem(key, String(Date.now())));

/**
 * An answer was stored after this page was asked for: by the page before, whose device no longer has it, while the
 * server may have drawn this one without it.
 */
export const isDrawnTooEarly = (): boolean =>
  Number(attempt(() => localStorage.getItem(key)) ?? 0) >= performance.timeOrigin;
