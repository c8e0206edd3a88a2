import { hasPart, type OwnPart } from "#lib/auth/review-scope.ts";
import type { ReviewPart } from "#lib/reviews/plan/schema.ts";
import type { QueueProblem, QueueStep } from "#lib/reviews/queue/schema.ts";

/** Who may do a step. */
const partOf: Readonly<Record<QueueStep, ReviewPart>> = {
  decide: "annotator",
  check: "reviewer",
  audit: "auditor",
};

export const hasStepPart = (part: OwnPart, step: QueueStep): boolean => hasPart(part, partOf[step]);

/** Why nobody is given anything to do; null where they are. */
export function refuseStep(part: OwnPart, step: QueueStep): QueueProblem | null {
  if (!hasStepPart(part, step)) return "not_your_part";
  return part.state === "open" ? null : part.state;
}
