import "server-only";
import type { OwnPart, SeenReviewId } from "#lib/auth/review-scope.ts";
import { db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import {
  describedCheck,
  sortSteps,
  stateOf,
  type DisputeState,
  type DisputeStep,
} from "#lib/reviews/checking/dispute.ts";
import type { ShownCheck, ShownDecision } from "#lib/reviews/queue/schema.ts";

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
