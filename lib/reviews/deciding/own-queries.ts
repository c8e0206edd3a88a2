import "server-only";
import type { OwnPart } from "#lib/auth/review-scope.ts";
import { db } from "#lib/db.ts";
import {
  describedCheck,
  sortSteps,
  stateOf,
  type DisputeState,
  type DisputeStep,
} from "#lib/reviews/checking/dispute.ts";
import type { ShownCheck, ShownDecision } from "#lib/reviews/queue/schema.ts";

export type OwnDecision = {
  number: number;
  batch: number;
  round: number;
  decidedAt: Date;
  /** As it stands now. */
  decision: ShownDecision;
  /** Whether it can be changed, as far as one may know: that it was drawn for a check is told only to who tries. */
  mayChange: boolean;
  /** What the first reviewer said, once they have. */
  check:
    | (ShownCheck & { id: string; dispute: DisputeState | null; mayObject: boolean; steps: DisputeStep[] })
    | null;
};
export type OwnDecisions = { decisions: OwnDecision[]; total: number; wrong: number };

export const decisionsPerPage = 50;

/** One's own, the newest first; with `wrong`, those alone that a check that stands says are wrong. */
export async function listOwnDecisions(
  { reviewId, userId, state }: OwnPart,
  { page = 1, wrong = false, number }: { page?: number; wrong?: boolean; number?: number } = {},
): Promise<OwnDecisions> {
  const first = { reviewId, annotatorId: userId, ordinal: { not: null } };
  const stands = { place: 1, isRight: false, steps: { none: { stands: false } } };
  const ofWrong = { item: { decisions: { some: { annotatorId: userId, checks: { some: stands } } } } };
  const ofItem = number === undefined ? {} : { item: { number } };
  const where = wrong ? { ...first, ...ofWrong } : { ...first, ...ofItem };
  const [found, total, wrongs] = await Promise.all([
    db.reviewDecision.findMany({
      where,
      select: {
        round: true,
        savedAt: true,
        item: {
          select: {
            number: true,
            batch: true,
            round: true,
            batchOf: { select: { state: true } },
            decisions: {
              where: { annotatorId: userId },
              select: {
                round: true,
                accepts: true,
                reason: true,
                comment: true,
                checks: { where: { place: 1 }, select: describedCheck },
              },
              orderBy: { revision: "asc" },
            },
          },
        },
      },
      orderBy: [{ ordinal: "desc" }],
      skip: (page - 1) * decisionsPerPage,
      take: decisionsPerPage,
    }),
    db.reviewDecision.count({ where }),
    db.reviewCheck.count({ where: { reviewId, annotatorId: userId, ...stands } }),
  ]);
  const decisions = found.map(({ round, savedAt, item }): OwnDecision => {
    const current = item.decisions.findLast((one) => one.round === round);
    if (!current) throw new Error(`item ${item.number} has a first decision and no last one`);
    const { checks, round: _, ...decision } = current;
    const isOpen = state === "open" && item.round === round && item.batchOf.state === "open";
    const [check] = checks;
    return {
      number: item.number,
      batch: item.batch,
      round,
      decidedAt: savedAt,
      decision,
      mayChange: isOpen && !check,
      check: check ? toOwnCheck(check, isOpen) : null,
    };
  });
  return { decisions, total, wrong: wrongs };
}

function toOwnCheck(
  { steps, round: _, ...check }: ShownCheck & { id: string; round: number; steps: DisputeStep[] },
  isOpen: boolean,
): NonNullable<OwnDecision["check"]> {
  const dispute = stateOf(steps);
  const mayObject = isOpen && !check.isRight && dispute === null;
  return { ...check, dispute, mayObject, steps: sortSteps(steps) };
}
