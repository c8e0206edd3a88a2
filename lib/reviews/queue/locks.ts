import "server-only";
import type { Transaction } from "#lib/db.ts";

// In SQL: Prisma has no locks.

/**
 * Whoever changes what holds for all of a review (its state, its people, a batch) waits for those who decide and check,
 * and they for that: each decision is stored whole before, or refused after. The database's functions take the same, shared.
 */
export const lockReview = (tx: Pick<Transaction, "$executeRaw">, reviewId: string) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('review'), hashtext(${reviewId}::uuid::text))`;

/** The same as those who decide and check take, for the steps of one dispute, which come one after the other. */
export const lockReviewShared = (tx: Pick<Transaction, "$executeRaw">, reviewId: string, checkId: string) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtext('review'), hashtext(${reviewId}::uuid::text)),
    pg_advisory_xact_lock(hashtext('review dispute'), hashtext(${checkId}))`;
