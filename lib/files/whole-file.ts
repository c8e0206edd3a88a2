import { formatProblem, type FileProblemCode } from "#lib/files/file-problems.ts";
import type { ImportProblem } from "#lib/files/import-problems.ts";

/** Nothing of a file can be used. */
export type WholeFileProblem = Omit<ImportProblem, "file">;

const shownColumns = 20;

export function wholeFile({
  error,
  found = "",
}: {
  error: FileProblemCode;
  found?: string;
}): WholeFileProblem {
  return { line: null, column: null, problem: formatProblem(error, found), found };
}

export function missingColumns(missing: readonly string[], columns: readonly string[]): WholeFileProblem {
  const more = columns.length > shownColumns ? ` and ${columns.length - shownColumns} more` : "";
  const found = columns.slice(0, shownColumns).join(", ") + more;
  const named =
    missing.length === 1
      ? `The column ${missing[0]} is missing`
      : `The columns ${missing.join(", ")} are missing`;
  const advice =
    columns.length === 1 && /[;\t]/.test(columns[0] ?? "") ? " Separate the fields with commas." : "";
  return {
    line: 1,
    column: missing[0] ?? null,
    problem: `${named}. The first row must name the columns; it names: ${found}${found.endsWith(".") ? "" : "."}${advice}`,
    found,
  };
}
