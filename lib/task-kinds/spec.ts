import type { Measure } from "#lib/task-kinds/results.ts";

/**
 * What an answer is made of. `choice`: one of the case's options; `set`: every one of them that fits; `scale`: a point of a
 * scale; `levels`: a number for each of several things; `side`: one of two texts; `text`: words alone.
 */
export type AnswerPart = "choice" | "set" | "scale" | "levels" | "side" | "text";

/** What a kind of task is, as data: its files, columns, scores, figures and reports are made of it. */
export type KindSpec = {
  /** As the database, files and addresses have it. */
  name: string;
  answer: {
    /** Without it an answer is missing. */
    decides: AnswerPart;
    /** By their keys in an answer: what can be said besides, by its place in a list of the case. */
    beside: Readonly<Record<string, AnswerPart>>;
  };
  /** So many options a case can have. */
  mostOptions: number;
  content: {
    /** The key of a case's content that holds what is answered by: a scale, a set of labels, a code book. */
    standard: string;
  };
  measures: readonly Measure[];
  /** What files call it, which they go on doing. */
  columns: { standard: string };
  /** The same in tables of results: who answered, how many answers there are, and what was answered. */
  tables: { standard: string; by: string; answers: string; option: string };
  /** Where its words are: of screens with results, and in `reports`. */
  words: { results: string; reports: string };
};
