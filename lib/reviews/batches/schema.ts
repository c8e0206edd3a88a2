import { z } from "zod";
import { comment } from "#lib/reviews/plan/schema.ts";

export const batchNumber = z.coerce.number().int().min(1).max(2_147_483_647);

/** What whoever accepts or returns has read: another round has begun since, or not. */
export const acceptance = z.object({ number: batchNumber, round: batchNumber, words: comment });
export const returning = acceptance.extend({ words: comment.refine((text) => text !== "", "empty") });
export type Acceptance = z.output<typeof acceptance>;

/** Where a batch stands: its present round alone. */
export type BatchStanding = {
  number: number;
  round: number;
  state: "open" | "accepted";
  items: number;
  decided: number;
  accepted: number;
  /** Of the decided ones, those that go to a check, and those of them that have every check they need. */
  drawn: number;
  checked: number;
  /** First checks that say wrong, and those of them that stand. */
  foundWrong: number;
  wrong: number;
  /** Disputes that wait for a reviewer or a lead. */
  disputes: number;
  /** Of the checks that stand, how many errors of each type, by its key. */
  errors: Record<string, number>;
};
export type BatchOutcome = {
  round: number;
  outcome: "accepted" | "returned";
  /** Empty for the command line. */
  by: string;
  words: string;
  at: Date;
};
export type Batch = BatchStanding & { outcomes: BatchOutcome[] };

/** What returning a batch costs: what has been decided is decided again, and about so many of that is checked. */
export type ReturnCosts = { decisions: number; checks: number };

export type SettleProblem =
  | "not_found"
  | "closed"
  /** Accepted or returned since it was looked at. */
  | "changed"
  /** To be accepted; `fields`: how many items wait, how many checks are missing, how many disputes are open. */
  | "not_finished";
