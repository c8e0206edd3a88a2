import "server-only";
import type { OwnPart } from "#lib/auth/review-scope.ts";
import { db, ask } from "#lib/db.ts";
import { rateOf, type AnnotatorCounts } from "#lib/metrics/review/coverage.ts";
import { describedCheck, stateOf } from "#lib/reviews/checking/queries.ts";
import { getFrozenSettings, readShownItem } from "#lib/reviews/queue/queries.ts";
import type { ShownItem } from "#lib/reviews/queue/schema.ts";

export const decisionsPerPage = 50;

/** One's own, the newest first; with `wrong`, those alone that a check that stands says are wrong. */
export async function listOwnDecisions(
  { reviewId, userId, state }: OwnPart,
  { page = 1, wrong = false, number }: { page?: number; wrong?: boolean; number?: number } = {},
) {
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
  const decisions = found.map(({ round, savedAt, item }) => {
    const current = item.decisions.findLast((one) => one.round === round);
    if (!current) throw new Error(`item ${item.number} has a first decision and no last one`);
    const { checks, round: _, ...decision } = current;
    const isOpen = state === "open" && item.round === round && item.batchOf.state === "open";
    const [check] = checks;
    const dispute = check ? stateOf(check.steps) : null;
    return {
      number: item.number,
      batch: item.batch,
      round,
      decidedAt: savedAt,
      /** As it stands now. */
      decision,
      /** Whether it can be changed, as far as one may know: that it was drawn for a check is told only to who tries. */
      mayChange: isOpen && !check,
      /** What the first reviewer said, once they have. */
      check: check ? { ...check, dispute, mayObject: isOpen && !check.isRight && dispute === null } : null,
    };
  });
  return { decisions, total, wrong: wrongs };
}
export type OwnDecision = Awaited<ReturnType<typeof listOwnDecisions>>["decisions"][number];

/** An item that somebody decided, as it was shown to them; in whichever rounds they did, the newest first. */
export async function getOwnItem(part: OwnPart, number: number) {
  const { decisions: rounds } = await listOwnDecisions(part, { number });
  const shown = rounds.length > 0 ? await showItem(part, number, "annotator") : null;
  return shown && { shown, rounds };
}

/** An item that somebody checked. */
export const getCheckedItem = (part: OwnPart, number: number): Promise<ShownItem | null> =>
  showItem(part, number, "reviewer");

const showItem = async (part: OwnPart, number: number, as: "annotator" | "reviewer") =>
  readShownItem(part.reviewId, number, await getFrozenSettings(part), { userId: part.userId, as });

/** How often an annotator's checked decisions were right, and how often their next one is checked by that. In SQL: the database's own count. */
export async function getOwnAccuracy(part: OwnPart) {
  const { coverage } = await getFrozenSettings(part);
  const [known] = await ask<AnnotatorCounts>(
    "own accuracy",
    `SELECT decided, reviewed, was_right AS "right" FROM review_record($1, $2)`,
    [part.reviewId, part.userId],
  );
  if (!known) throw new Error("the database counted nothing");
  return { ...known, ...rateOf(coverage, known), first: coverage.first };
}
