import { z } from "zod";
import type { CaseKind } from "#lib/task-kinds/case-kinds.ts";

export const queueSteps = ["decide", "check", "audit"] as const;
export type QueueStep = (typeof queueSteps)[number];
/** So many items are on a device at most: the one that is worked at and those after it. */
export const maxAhead = 5;

export const itemNumber = z.int().min(1).max(2_147_483_647);
export const itemPlace = z.union([z.literal(1), z.literal(2)]);

export const nextInput = z.strictObject({
  step: z.enum(queueSteps),
  /** How many the device wants to hold, with those that it has. */
  wanted: z.int().min(1).max(maxAhead),
  /** Whose content it has already: these are told of without it. */
  have: z.array(itemNumber).max(50).default([]),
});
export type NextInput = z.output<typeof nextInput>;

export const releaseInput = z.strictObject({
  step: z.enum(queueSteps),
  /** What is given back, so that others can be given it at once. */
  items: z.array(itemNumber).min(1).max(50),
});
export type ReleaseInput = z.output<typeof releaseInput>;

/** A case as whoever decides, checks or audits is shown it; its options in the order of the file. */
export type ShownItem = {
  kind: CaseKind;
  /** Of the passage. */
  language: string;
  content: unknown;
  names: readonly string[];
  /** Which option is held to be right, where the review is about that and it is known. */
  gold?: number;
};
export type ShownDecision = { accepts: boolean; reason: string | null; comment: string };
export type ShownCheck = {
  isRight: boolean;
  errorType: string | null;
  correctedAccepts: boolean | null;
  correctedReason: string | null;
  comment: string;
};

/** What somebody is given to work at. */
export type QueueItem = {
  number: number;
  round: number;
  /** Why its batch came back, in the words of who returned it; null in the first round. */
  returned: string | null;
  /** Of a first or a second reviewer, whose check is audited where that is the step. */
  place: 1 | 2;
  /** Until then it is nobody else's. */
  until: string;
  /** Null where the device has it already. */
  shown: ShownItem | null;
  /** Of a check: which decision it is about. */
  decisionId: string | null;
  /** What the annotator said; null where that isn't shown, or not yet. */
  decision: ShownDecision | null;
  /** What the reviewer said before being shown it. */
  blind: Omit<ShownDecision, "comment"> | null;
  /** Of an audit: the check it is about. */
  check: (ShownCheck & { id: string }) | null;
};

/** Why nothing is given: each is told calmly, and the device asks again later or not at all. */
export type QueueProblem = "not_your_part" | "paused" | "closed";
export type QueueAnswer = { items: QueueItem[] };
