import { printable } from "#lib/files/printable.ts";

/** Everything that can be wrong with a file before anybody asks what it means. */
const sentences = {
  empty_file: () => "The file is empty. Export it again and check that it has rows.",
  zip_archive: () =>
    "This is a zip archive or an Excel workbook, not a text file. Unzip it, or save the sheet as “CSV UTF-8”.",
  gzip_archive: () => "The file is compressed with gzip. Unzip it and import the file inside.",
  utf16: () => "The text is encoded as UTF-16. Save it as UTF-8 (in Excel: “CSV UTF-8”).",
  binary_file: () => "This is a binary file, not a text file. Import a CSV or JSON Lines file.",
  json_not_lines: () =>
    "This is one JSON document over several lines. Write one object per line (JSON Lines), without a list around them.",
  no_header: () => "The first row must name the columns, each in fewer than 1,000 bytes. Add a header row.",
  too_many_columns: (found) =>
    `The first row names ${found || "too many columns"}; the limit is 1,000. Are rows and columns swapped?`,
  duplicate_column: (found) =>
    `Two columns are named “${found}”. Rename or remove one; if the first row is data, add a header row.`,
  broken_quoting: () =>
    "There is a quotation mark inside an unquoted field. Put the whole field in quotation marks and double each one inside it.",
  unclosed_quote: () =>
    "The quotation mark that opens this field is never closed, so the rest of the file is read as part of it. Close it.",
  not_utf8: () =>
    "Some bytes are not UTF-8; the text may be Latin-1 or Windows-1252. Save the file as UTF-8.",
  null_character: () => "The text contains the character U+0000, which can’t be stored. Remove it.",
  field_too_long: () =>
    "The field is longer than 1,000,000 bytes. Shorten it; a missing quotation mark is often the cause.",
  line_too_long: () => "The line is longer than 4,000,000 bytes. Write each object on a line of its own.",
  too_many_fields: (found) =>
    `The row has more fields than the header (${found}). Put fields with commas in quotation marks.`,
  too_few_fields: (found) => `The row has fewer fields than the header (${found}). Add the missing fields.`,
} satisfies Record<string, (found: string) => string>;

export type FileProblemCode = keyof typeof sentences;
export const fileProblemCodes = Object.keys(sentences) as FileProblemCode[];

/** `column` is null where the problem is the whole row's; `line` counts from 1, as an editor does. */
export type ScanProblem = { line: number; column: string | null; problem: FileProblemCode; found: string };

/** What happened and what to do, in English. */
export function formatProblem(code: FileProblemCode, found = ""): string {
  return sentences[code](found);
}

/** One thing that is wrong with a file: where it is, what it is and what to do about it, and the text itself. */
export type ImportProblem = {
  file: string;
  line: number | null;
  column: string | null;
  problem: string;
  found: string;
};

/** What is wrong with a file as a whole. */
export const aboutFile = (file: string, problem: string, found = ""): ImportProblem => ({
  file,
  line: null,
  column: null,
  problem,
  found,
});

/** Beyond this the file is not the one it should be, and reading on helps nobody. */
export const maxProblems = 100_000;

/** Collects what is wrong with the files of one import. */
export class Problems {
  readonly #list: ImportProblem[] = [];

  get all(): readonly ImportProblem[] {
    return this.#list;
  }

  get count(): number {
    return this.#list.length;
  }

  add(problem: ImportProblem): void {
    if (this.#list.length >= maxProblems) throw new TooManyProblems();
    this.#list.push({ ...problem, found: printable(problem.found) });
  }
}

export class TooManyProblems extends Error {
  constructor() {
    super(`more than ${maxProblems.toLocaleString("en")} problems; these are probably the wrong files`);
    this.name = "TooManyProblems";
  }
}

type RowProblem = Omit<ImportProblem, "file" | "line"> & { line: number };

/** A row is named by the line it begins on; a field further down says so. */
export function placeInRow(rowLine: number, problem: RowProblem): RowProblem {
  if (problem.line === rowLine) return problem;
  return {
    ...problem,
    line: rowLine,
    problem: `${problem.problem} (The field begins on line ${problem.line}.)`,
  };
}

/** For people: where, what, and the text itself. */
export function problemLines(problems: readonly ImportProblem[]): string[] {
  return problems.map(({ file, line, column, problem, found }) => {
    const place = [file, line === null ? null : `line ${line}`, column]
      .filter((one) => one !== null)
      .join(", ");
    return `${place}: ${problem}${found === "" ? "" : ` — found: ${found}`}`;
  });
}

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
