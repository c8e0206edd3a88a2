type Counts = { answers: number; people: number; cases: number };

/** Below these nothing is claimed, neither by a plan beforehand nor by results: the interval isn't known to hold there. */
export const minForClaim = { answers: 30, people: 2, cases: 10 } as const;

export const hasEnoughData = ({ answers, people, cases }: Counts): boolean =>
  answers >= minForClaim.answers && people >= minForClaim.people && cases >= minForClaim.cases;

/** With fewer, an interval over raters is about these: it allows for how far they differ, but they can't stand for others. */
export const leastRaters = 5;

/** Nor does a plan claim a gap where, by its own assumptions, more of such studies would find one that isn't there. */
const maxFalseAlarms = 0.1;

export const hasFalseAlarms = (share: number): boolean => share > maxFalseAlarms;
