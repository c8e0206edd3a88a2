export type DisputeStep = {
  step: "objection" | "answer" | "ruling";
  stands: boolean | null;
  words: string;
  at: Date;
};
/** Where a dispute is: waiting for the reviewer, for a lead, or settled: the check stands, or doesn't. */
export type DisputeState = "objected" | "answered" | "upheld" | "withdrawn" | "overruled";

export function stateOf(steps: readonly Pick<DisputeStep, "step" | "stands">[]): DisputeState | null {
  const of = (kind: DisputeStep["step"]) => steps.find(({ step }) => step === kind);
  const [objection, answer, ruling] = [of("objection"), of("answer"), of("ruling")];
  if (!objection) return null;
  if (ruling) return ruling.stands ? "upheld" : "overruled";
  if (answer) return answer.stands ? "answered" : "withdrawn";
  return "objected";
}

const order = { objection: 0, answer: 1, ruling: 2 } as const;
export const sortSteps = <Step extends DisputeStep>(steps: readonly Step[]): Step[] =>
  steps.toSorted((a, b) => order[a.step] - order[b.step]);

/** What is read of a check by those whom it is about. */
export const describedCheck = {
  id: true,
  round: true,
  isRight: true,
  errorType: true,
  correctedAccepts: true,
  correctedReason: true,
  comment: true,
  steps: { select: { step: true, stands: true, words: true, at: true } },
} as const;
