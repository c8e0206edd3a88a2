import type { z } from "zod";
import type { AnswerValue, SaveProblem, sentAnswer } from "#lib/sittings/answers/schema.ts";
import type { SittingState } from "#lib/sittings/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";

// What a sitting's page and the server say to each other. Types alone: nothing of it weighs anything in a browser.

/** POST /api/sittings/[sittingId]/answers: one answer, whose id and revision are made where it is given. */
export type SentAnswer = Omit<z.input<typeof sentAnswer>, "value" | "isDraft"> & { value: AnswerValue };
/**
 * What the same says with `isDraft: true`, which keeps it beside the answers until one goes on, where one doesn't go back.
 * Null: the case has its answer, and needs no draft.
 */
export type DraftAcknowledged = { draftSavedAt: string | null };
/** 200: the database has committed it. */
export type AnswerReceipt = {
  /** Under which revision it is kept. */
  revision: number;
  savedAt: string;
  /** The revision that counts now. Above `revision`: a newer answer was there already, and this is it. */
  current: number;
  newer: AnswerValue | null;
  /** What counted before, given elsewhere and not seen by whoever sent this, who said something else for the same part. */
  overruled?: AnswerValue;
  /** Shows the server that it acknowledged this, should it be set back to before. One from before this gives none. */
  seal?: string;
};
export type AnswerRefusal = SaveProblem | "not_allowed";
/** Any other status than 200. */
export type Rejection = { error: AnswerRefusal };

/**
 * GET /api/sittings/[sittingId]/cases?after=POSITION&count=1..50, in order. With `texts=once`, long texts that come more
 * than once stand beside the cases, `{ same: n }` in their place.
 */
export type CasesSent = { cases: ShownCase[]; texts?: string[] };

/** Why there are none. */
export type CasesProblem = "not_found" | "closed" | "submitted" | "withdrawn" | "not_started";

/** Why somebody is told nothing of a sitting. */
export type StateProblem = "not_signed_in" | "not_allowed" | "not_found";

/**
 * GET /api/sittings/[sittingId]/state: what another tab or device may have changed. With `since=TIME`, an `asOf` that was
 * told before: only the answers that were stored since, and no ids.
 */
export type StateReply = {
  state: SittingState;
  /** Whether answers are taken: false once the study is closed, the sitting handed in or withdrawn, the time over. */
  isOpen: boolean;
  /** By the database's clock. */
  asOf?: string;
  answers: { position: number; revision: number; answer: AnswerValue }[];
  /** How the ids of all that is stored begin, the history too. A server from before this tells none. */
  ids?: string[];
  /** Null without a time limit; 0 once it is over. */
  msLeft: number | null;
};
