const endings = ["closed", "submitted", "withdrawn", "full", "time_over"] as const;
export type Ending = (typeof endings)[number];

/** Whether no answer of this sitting is taken any more. */
export const isEnding = (problem: string | null): problem is Ending => endings.includes(problem as Ending);
