import type { ResultKind } from "#lib/task-kinds/results.ts";

/** What was decided, in the case's own order of options. */
type Chosen = { choice: number | null };

/** Of kinds whose answer is one of a case's options. */
export const optionResults: ResultKind<Chosen> = {
  measures: [{ id: "right", level: "binary", range: [0, 1] }],
  score: ({ choice }, { choice: right }) => [
    choice === null || right === null ? null : Number(choice === right),
  ],
  noted: null,
};
