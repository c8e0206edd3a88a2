import type { StudyRows } from "#lib/study-results/rows/rows.ts";

/** The cases and answers of all kinds together, and of each by itself. */
type Whole = { rows: StudyRows; byKind: readonly StudyRows[] };
type Asked = { kind?: unknown; track?: unknown };

/** Of the kind that an address names, or else of that of the track it names; of the study's first where it names neither. */
export function chooseKind({ rows, byKind }: Whole, { kind, track }: Asked): StudyRows {
  return (
    byKind.find((one) => one.kind === kind) ??
    byKind.find(({ tracks }) => tracks.some(({ name }) => name === track)) ??
    byKind[0] ??
    rows
  );
}
