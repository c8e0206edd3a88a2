import type { CaseInput, RowProblem } from "#lib/task-kinds/case-files.ts";
import type { CategoryDeclaration } from "#lib/benchmarks/schema.ts";
import type { Grouping } from "#lib/benchmarks/case-files/grouping.ts";
import type { CaseKind } from "#lib/task-kinds/case-kinds.ts";

/** A row of a file that can be stored. */
export type GoodRow = CaseInput &
  Grouping & {
    line: number;
    kind: CaseKind;
    /** The track the row itself names; CSV files don't. */
    track: string | null;
    /** The id the file gives. */
    id: string | null;
    source: string | null;
  };

export type CaseRow =
  | { line: number; good: GoodRow; problems: null }
  | { line: number; good: null; problems: readonly RowProblem[] };

/** Where a case's file lies and what its admin says about it. */
export type CaseFile = {
  path: string;
  name: string;
  /** Null where the rows themselves say it (JSON Lines). */
  track: string | null;
  language: string | null;
  /** What the file’s maker says of its tracks, by name. */
  tracks?: ReadonlyMap<string, { language: string } & CategoryDeclaration>;
};
