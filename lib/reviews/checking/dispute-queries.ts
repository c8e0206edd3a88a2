import "server-only";
import type { OwnPart, SeenReviewId } from "#lib/auth/review-scope.ts";
import { db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import type { ShownCheck, ShownDecision } from "#lib/reviews/queue/schema.ts";

export type DisputeStep = {
  step: "objection" | "answer" | "ruling";
  stands: boolean | null;
  words: string;
  at: Date;
};
/** Where a dispute is: waiting for the reviewer, for a lead, or settled: the check stands, or doesn't. */
export type DisputeState = "objected" | "answered" | "upheld" | "withdrawn" | "overruled";

export type Dispute = {
  checkId: string;
  number: number;
  batch: number;
  round: number;
  state: DisputeState;
  /** Of an earlier round, or of a batch that was accepted: nothing more is said in it. */
  isOver: boolean;
  decision: ShownDecision;
  check: ShownCheck;
  steps: DisputeStep[];
};
/** As leads see it: by the members' numbers and names. */
export type LedDispute = Dispute & { annotator: Person; reviewer: Person };
type Person = { number: number; name: string };

export function stateOf(steps: readonly Pick<DisputeStep, "step" | "stands">[]): DisputeState | null {
  const of = (kind: DisputeStep["step"]) => steps.find(({ step }) => step === kind);
  const [objection, answer, ruling] = [of("objection"), of("answer"), of("ruling")];
  if (!objection) return null;
  if (ruling) return ruling.stands ? "upheld" : "overruled";
  if (answer) return answer.stands ? "answered" : "withdrawn";
  return "objected";
}

const order = { objection: 0, answer: 1, ruling: 2 } as const;
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
const described = {
  ...describedCheck,
  decision: {
    select: {
      accepts: true,
      reason: true,
      comment: true,
      annotator: { select: { number: true, user: { select: { name: true } } } },
      item: { select: { number: true, batch: true, round: true, batchOf: { select: { state: true } } } },
    },
  },
  reviewer: { select: { number: true, user: { select: { name: true } } } },
} as const;
type Found = Prisma.ReviewCheckGetPayload<{ select: typeof described }>;

export const sortSteps = <Step extends DisputeStep>(steps: readonly Step[]): Step[] =>
  steps.toSorted((a, b) => order[a.step] - order[b.step]);

function describe({
  id,
  round,
  steps,
  decision: { item, annotator: _, ...decision },
  reviewer: __,
  ...check
}: Found) {
  const isOver = item.round !== round || item.batchOf.state === "accepted";
  const { number, batch } = item;
  const state = stateOf(steps);
  if (!state) throw new Error(`nobody objected to the check ${id}`);
  return { checkId: id, number, batch, round, state, isOver, decision, check, steps: sortSteps(steps) };
}

const disputed = { steps: { some: { step: "objection" } } } as const;

/** All of a review, those that wait for a lead first, then those that wait for a reviewer. */
export async function listDisputes(reviewId: SeenReviewId): Promise<LedDispute[]> {
  const found = await db.reviewCheck.findMany({
    where: { reviewId, ...disputed },
    select: described,
    orderBy: [{ savedAt: "asc" }, { id: "asc" }],
  });
  const person = ({ number, user }: Found["reviewer"]): Person => ({ number, name: user.name });
  const urgency = ({ state, isOver }: Dispute) =>
    isOver ? 3 : state === "answered" ? 0 : state === "objected" ? 1 : 2;
  return found
    .map((one) => ({
      ...describe(one),
      annotator: person(one.decision.annotator),
      reviewer: person(one.reviewer),
    }))
    .sort((a, b) => urgency(a) - urgency(b));
}

/** Objections to a reviewer's own checks: those that wait for an answer first. Nobody is named. */
export async function listObjections({ reviewId, userId }: OwnPart): Promise<Dispute[]> {
  const found = await db.reviewCheck.findMany({
    where: { reviewId, reviewerId: userId, ...disputed },
    select: described,
    orderBy: [{ savedAt: "desc" }, { id: "desc" }],
    take: 200,
  });
  const waits = ({ state, isOver }: Dispute) => Number(state === "objected" && !isOver);
  return found.map(describe).sort((a, b) => waits(b) - waits(a));
}
