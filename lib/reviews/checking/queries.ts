import "server-only";
import type { OwnPart, SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db, ask } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";

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

/** What is read of a check by those whom it is about. */
export const describedCheck = {
  id: true,
  round: true,
  isRight: true,
  errorType: true,
  correctedAccepts: true,
  correctedReason: true,
  comment: true,
  // Objection, answer, ruling: in the order of the type.
  steps: { select: { step: true, stands: true, words: true, at: true }, orderBy: { step: "asc" } },
} as const satisfies Prisma.ReviewCheckSelect;

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

export type Dispute = ReturnType<typeof describeDispute>;

/** Nobody is named. */
function describeDispute(found: CheckRow) {
  const { id, steps, round, decision: said, reviewer: _, ...check } = found;
  const { item, annotator: __, ...decision } = said;
  const state = stateOf(steps);
  if (!state) throw new Error(`nobody objected to the check ${id}`);
  const { number, batch } = item;
  return { checkId: id, number, batch, round, state, isOver: isOver(found), decision, check, steps };
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

/** Of an earlier round, or of a batch that was accepted: nothing more is said in it. */
const isOver = ({ round, decision: { item } }: PlacedCheck): boolean =>
  item.round !== round || item.batchOf.state === "accepted";

/** The reviewer has stood by the check, or can't answer any more. */
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
export async function listDisputes(viewer: Staff, reviewId: SeenReviewId, wanted = 1) {
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
    page,
    pages,
    total: all.length,
    disputes: shown.flatMap(({ id }) => {
      const check = byId.get(id);
      return check ? describeToLead(check) : [];
    }),
  };
}

/** By the members' numbers and names. */
const describeToLead = (check: CheckRow) => ({
  ...describeDispute(check),
  annotator: nameMember(check.decision.annotator),
  reviewer: nameMember(check.reviewer),
  waitsForLead: waitsForLead(check),
});
export type LedDispute = ReturnType<typeof describeToLead>;

const nameMember = ({ number, user }: CheckRow["decision"]["annotator"]) => ({ number, name: user.name });

/** Objections to a reviewer's own checks: those that wait for an answer first. */
export async function listObjections({ reviewId, userId }: OwnPart): Promise<Dispute[]> {
  const found = await db.reviewCheck.findMany({
    where: { reviewId, reviewerId: userId, ...disputed },
    select: described,
    orderBy: [{ savedAt: "desc" }, { id: "desc" }],
    take: 200,
  });
  const waits = ({ state, isOver }: Dispute) => Number(state === "objected" && !isOver);
  return found.map(describeDispute).sort((a, b) => waits(b) - waits(a));
}

/**
 * The items that wait for a check and may come to the viewer for it: whoever leads and reviews checks them before seeing what
 * others said of them. None for those who don't review, and in a closed review. In SQL: a function of
 * the database knows which.
 */
export async function listWithheld(viewer: Staff, reviewId: SeenReviewId): Promise<ReadonlySet<number>> {
  const items = await ask<{ number: number }>(
    "withheld items of a review",
    `SELECT t.number FROM reviews r CROSS JOIN review_checks_to_come(r.id, $2) t WHERE r.id = $1 AND r.state <> 'closed'`,
    [reviewId, viewer.userId],
  );
  return new Set(items.map(({ number }) => number));
}
