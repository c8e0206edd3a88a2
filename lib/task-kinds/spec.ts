import type { Filter } from "#lib/task-kinds/plans.ts";

/**
 * What an answer is made of. `choice`: one of the case's options; `set`: every one of them that fits; `scale`: a point of a
 * scale; `levels`: a number for each of several things; `side`: one of two texts; `text`: words alone.
 */
export type AnswerPart = "choice" | "set" | "scale" | "levels" | "side" | "text";

/** What a kind of task is, as data: what plans, results and exports know of it is made of it. */
export type KindSpec = {
  /** As the database, files and addresses have it. */
  name: string;
  answer: {
    /** Without it an answer is missing. */
    decides: Exclude<AnswerPart, "text">;
    /** By their keys in an answer: what can be said besides, by its place in a list of the case. */
    beside?: Readonly<Record<string, AnswerPart>>;
  };
  /** Keys of a case's content. */
  content?: {
    /** What is answered by: a scale, a set of labels, a code book. It has one order for everybody. */
    standard?: string;
    /** What figures and exports read of every case, if it is something else. */
    noted?: string;
    /** What is to be known before one can choose; without it, people guess. */
    context?: string;
  };
  /** Whether options stand on cards with profiles that a screen may not have room for. */
  hasProfiles?: true;
  /** What cases can be told apart by before any is drawn. */
  filters?: readonly Filter[];
};
