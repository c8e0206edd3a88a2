import { printable } from "#lib/files/printable.ts";

/** One thing that is wrong with a file: where it is, what it is and what to do about it, and the text itself. */
export type ImportProblem = {
  file: string;
  line: number | null;
  column: string | null;
  problem: string;
  found: string;
};

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
