import "server-only";
import { WaitingLine } from "#lib/auth/secrets/waiting-line.ts";
import type { Transaction } from "#lib/db.ts";
import { processSingleton } from "#lib/process-singleton.ts";

// In SQL: Prisma has no locks.
type Client = Pick<Transaction, "$executeRaw">;

/**
 * What changes one sitting's answers happens one after the other, and a close waits for what is under way:
 * an answer is stored before the close, whole, or refused. The database's save_answer takes the same two.
 */
export const lockAnswers = (client: Client, studyId: string, sittingId: string) => client.$executeRaw`
  SELECT pg_advisory_xact_lock_shared(hashtext('study answers'), hashtext(${studyId}::uuid::text)),
    pg_advisory_xact_lock(hashtext('sitting'), hashtext(${sittingId}::uuid::text))`;

/** Places are given out one after the other; a close waits for those who are being given one. */
export const lockPlaces = (client: Client, studyId: string) => client.$executeRaw`
  SELECT pg_advisory_xact_lock_shared(hashtext('study answers'), hashtext(${studyId}::uuid::text)),
    pg_advisory_xact_lock(hashtext('study places'), hashtext(${studyId}::uuid::text))`;

/** Both: a place for one sitting. */
export const lockPlaceOf = (client: Client, studyId: string, sittingId: string) => client.$executeRaw`
  SELECT pg_advisory_xact_lock_shared(hashtext('study answers'), hashtext(${studyId}::uuid::text)),
    pg_advisory_xact_lock(hashtext('study places'), hashtext(${studyId}::uuid::text)),
    pg_advisory_xact_lock(hashtext('sitting'), hashtext(${sittingId}::uuid::text))`;

/** Of a transaction that takes one of these: forty people at once wait for each other's number or place. */
export const patience = { maxWait: 20_000, timeout: 20_000 };

const line = processSingleton("joining", () => new WaitingLine({ atOnce: 2, waiting: 2000 }, "joining"));

/**
 * People who come at once wait for each other's number and place in the database anyway. Waiting here, they don't hold all
 * of its connections meanwhile, which those who answer need.
 */
export const inLine = <T>(work: () => Promise<T>): Promise<T> => line.pass(work);
