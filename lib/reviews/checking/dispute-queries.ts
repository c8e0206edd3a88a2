import "server-only";
import type { OwnPart, SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import {
  describedCheck,
  sortSteps,
  stateOf,
  type DisputeState,
  type DisputeStep,
} from "#lib/reviews/checking/dispute.ts";
import { listWithheld } from "#lib/reviews/checking/withheld-queries.ts";
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
export type LedDispute = Dispute & {
  annotator: Person;
  reviewer: Person;
  /** The reviewer has stood by the check, or can't answer any more. */
  waitsForLead: boolean;
};
export type DisputePage = { total: number; page: number; pages: number; disputes: LedDispute[] };
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
  reviewer: { select: { number: true, parts: true, removedAt: true, user: { select: { name: true } } } },
} as const;
type CheckRow = Prisma.ReviewCheckGetPayload<{ select: typeof described }>;

function disputeOf(found: CheckRow) {
  const { id, round, steps, decision: said, reviewer: _, ...check } = found;
  const { item, annotator: __, ...decision } = said;
  const { number, batch } = item;
  const state = stateOf(steps);
  if (!state) throw new Error(`nobody objected to the check ${id}`);
  const isPast = isOver(found);
  return {
    checkId: id,
    number,
    batch,
    round,
    state,
    isOver: isPast,
    decision,
    check,
    steps: sortSteps(steps),
  };
}

const disputed = { steps: { some: { step: "objection" } } } as const;

const placed = {
  id: true,
  round: true,
  steps: describedCheck.steps,
  decision: { select: { item: described.decision.select.item } },
  reviewer: { select: { parts: true, removedAt: true } },
} as const;
type PlacedCheck = Prisma.ReviewCheckGetPayload<{ select: typeof placed }>;

/** Of an earlier round, or of a batch that was accepted. */
const isOver = ({ round, decision: { item } }: PlacedCheck): boolean =>
  item.round !== round || item.batchOf.state === "accepted";

function waitsForLead(check: PlacedCheck): boolean {
  const { parts, removedAt } = check.reviewer;
  const state = stateOf(check.steps);
  const mayAnswer = removedAt === null && parts.includes("reviewer");
  return !isOver(check) && (state === "answered" || (state === "objected" && !mayAnswer));
}

/** Those that wait for a lead, for a reviewer, for nobody; and those that are over without a word more. */
function urgencyOf(check: PlacedCheck): number {
  if (isOver(check)) return 3;
  if (waitsForLead(check)) return 0;
  return stateOf(check.steps) === "objected" ? 1 : 2;
}

const perPage = 50;

/** Of a review, those that wait for a lead first, then those that wait for a reviewer; none that the viewer may still check. */
export async function listDisputes(viewer: Staff, reviewId: SeenReviewId, wanted = 1): Promise<DisputePage> {
  const [found, withheld] = await Promise.all([
    db.reviewCheck.findMany({
      where: { reviewId, ...disputed },
      select: placed,
      orderBy: [{ savedAt: "asc" }, { id: "asc" }],
    }),
    listWithheld(viewer, reviewId),
  ]);
  const all = found.filter(({ decision }) => !withheld.has(decision.item.number));
  const pages = Math.max(1, Math.ceil(all.length / perPage));
  const page = Math.min(wanted, pages);
  const shown = all
    .toSorted((a, b) => urgencyOf(a) - urgencyOf(b))
    .slice((page - 1) * perPage, page * perPage);
  const whole = await db.reviewCheck.findMany({
    where: { id: { in: shown.map(({ id }) => id) } },
    select: described,
  });
  const byId = new Map(whole.map((one) => [one.id, one]));
  return {
    total: all.length,
    page,
    pages,
    disputes: shown.flatMap(({ id }) => listLedDisputes(byId.get(id))),
  };
}

const person = ({ number, user }: CheckRow["decision"]["annotator"]): Person => ({ number, name: user.name });

const listLedDisputes = (one: CheckRow | undefined): LedDispute[] =>
  one
    ? [
        {
          ...disputeOf(one),
          annotator: person(one.decision.annotator),
          reviewer: person(one.reviewer),
          waitsForLead: waitsForLead(one),
        },
      ]
    : [];

/** Objections to a reviewer's own checks: those that wait for an answer first. Nobody is named. */
export async function listObjections({ reviewId, userId }: OwnPart): Promise<Dispute[]> {
  const found = await db.reviewCheck.findMany({
    where: { reviewId, reviewerId: userId, ...disputed },
    select: described,
    orderBy: [{ savedAt: "desc" }, { id: "desc" }],
    take: 200,
  });
  const waits = ({ state, isOver }: Dispute) => Number(state === "objected" && !isOver);
  return found.map(disputeOf).sort((a, b) => waits(b) - waits(a));
}
