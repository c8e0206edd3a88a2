import { maxCodes } from "#lib/task-kinds/label/value.ts";
import type { KindSpec } from "#lib/task-kinds/spec.ts";

type LabelledSpec = KindSpec & {
  content: { standard: string };
  /** So many labels a case can have. */
  mostOptions: number;
  /** What files call what is answered by, which they go on doing. */
  columns: { standard: string };
  /** The same in tables of results: who answered, how many answers there are, and what was answered. */
  tables: { standard: string; by: string; answers: string; option: string };
  /** Where its words are: of screens with results, and in `reports`. */
  words: { results: string; reports: string };
};

/** Something written gets one of some labels, and where the set asks for it the type of an error. */
export const labelSpec = {
  name: "label",
  answer: { decides: "choice", beside: { error: "choice" } },
  // So many have a key each.
  mostOptions: 9,
  content: { standard: "labels" },
  columns: { standard: "label_set" },
  tables: { standard: "set", by: "labelled_by", answers: "labels", option: "label" },
  words: { results: "resultsLabels", reports: "labels" },
} as const satisfies LabelledSpec;

/** The same with all codes of a book that fit, or none of them. */
export const codesSpec = {
  name: "codes",
  answer: { decides: "set" },
  mostOptions: maxCodes,
  content: { standard: "labels" },
  columns: { standard: "code_book" },
  tables: { standard: "code_book", by: "coded_by", answers: "codings", option: "code" },
  words: { results: "resultsCodes", reports: "codes" },
} as const satisfies LabelledSpec;

export type LabelSpec = typeof labelSpec | typeof codesSpec;

export const specOf = (kind: string): LabelSpec => (kind === codesSpec.name ? codesSpec : labelSpec);

/** Whether a case gets every label that fits: they are then looked at one by one. */
export const isMany = ({ answer }: LabelSpec): boolean => answer.decides === "set";
