import type { OptionValue } from "#lib/task-kinds/options/value.ts";

// What is answered, and in which fields: apart from how those are read, so that a page that only names answers stays small.

/** One label, and where its set asks for it, of which type the error is: by its place in the set. */
export type LabelValue = OptionValue & { error?: number | null };

/**
 * Which codes of a book were found, as one number: 1 for the first, 2 for the second, 4 for the third, added up. 0: none
 * of them, which is an answer; null: not answered.
 */
export type CodesValue = { codes: number | null };

/** Here and not beside the sets: what a page knows of forms is not to bring their schemas. */
export const maxErrorTypes = 9;
export const errorField = "error";

/** What a small whole number in the database holds. */
export const maxCodes = 15;

/** Their names begin with that of the field in which one decides. */
export const codeFields = {
  deciding: "code",
  none: "code-none",
  code: (at: number) => `code-${at}`,
} as const;

/** Where the codes have their places: the key before that of the first. */
export const noneValue = "-1";

export const hasCode = (codes: number, at: number): boolean => ((codes >> at) & 1) === 1;

export const codePlaces = Array.from({ length: maxCodes }, (_, at) => at);

/** By their places in the book. */
export const listCodes = (codes: number): number[] => codePlaces.filter((at) => hasCode(codes, at));

export const joinCodes = (found: readonly number[]): number => found.reduce((sum, at) => sum | (1 << at), 0);
