import type { FormKind } from "#lib/task-kinds/kind.ts";

/**
 * Which codes of a book were found, as one number: 1 for the first, 2 for the second, 4 for the third, added up. 0: none
 * of them, which is an answer; null: not answered.
 */
export type CodesValue = { codes: number | null };

/** What a small whole number in the database holds. */
export const mostCodes = 15;

/** Their names begin with that of the field in which one decides. */
export const codeFields = {
  deciding: "code",
  none: "code-none",
  code: (at: number) => `code-${at}`,
} as const;

export const hasCode = (codes: number, at: number): boolean => ((codes >> at) & 1) === 1;

const places = Array.from({ length: mostCodes }, (_, at) => at);

/** By their places in the book. */
export const listCodes = (codes: number): number[] => places.filter((at) => hasCode(codes, at));

export const joinCodes = (found: readonly number[]): number => found.reduce((sum, at) => sum | (1 << at), 0);

/** Native checkboxes. With a script the one that says "none" and the others rule each other out; without one both can be ticked, which is told. */
export const codesForm: FormKind<CodesValue> = {
  readForm(form, optionCount) {
    // A box is sent where it is ticked.
    const found = places.filter((at) => at < optionCount && form.get(codeFields.code(at)));
    const none = form.get(codeFields.none);
    const codes = joinCodes(found);
    const value = { codes: codes || none ? codes : null };
    return {
      value,
      written: value,
      problem: codes && none ? { says: "contrary", insteadOf: "choice", parts: ["codes"] } : null,
    };
  },
  pressedIn: ({ codes }) => ({
    [codeFields.deciding]: "",
    [codeFields.none]: codes === 0 ? noneValue : "",
    ...Object.fromEntries(
      places.map((at) => [codeFields.code(at), hasCode(codes ?? 0, at) ? String(at) : ""]),
    ),
  }),
  isRight: ({ codes }, gold) => codes === gold,
};

/** Where the codes have their places: the key before that of the first. */
export const noneValue = "-1";
