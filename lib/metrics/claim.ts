/** Below these nothing is claimed, neither by a plan beforehand nor by results: the interval isn't known to hold there. */
export const leastForClaim = { answers: 30, people: 2, cases: 10 } as const;

type Counts = { answers: number; people: number; cases: number };

export const isClaimable = ({ answers, people, cases }: Counts): boolean =>
  answers >= leastForClaim.answers && people >= leastForClaim.people && cases >= leastForClaim.cases;
