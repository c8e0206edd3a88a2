import { readItem, writeItem } from "#components/sitting/device/local-storage.ts";

const item = "benchside-stored";

/** When this browser was last told that an answer is stored. */
export const noteAnswerStored = (): void => writeItem(item, String(Date.now()));

/**
 * An answer was stored after this page was asked for: by the page before, whose device no longer has it, while the
 * server may have drawn this one without it.
 */
export const isDrawnTooEarly = (): boolean => Number(readItem(item) ?? 0) >= performance.timeOrigin;
