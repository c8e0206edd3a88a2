// Apart from what checks plans, so that pages of a running study needn't carry it.

export const studyStates = ["draft", "open", "paused", "closed", "archived"] as const;
export type StudyState = (typeof studyStates)[number];

/** Those in the middle of a sitting may go on; somebody new begins only while it is open. */
export const isRunning = (state: StudyState): boolean => state === "open" || state === "paused";
