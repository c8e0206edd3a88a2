import type { ImportProblem } from "#lib/imports/schema.ts";

/** For people: where, what, and the text itself. */
export function problemLines(problems: readonly ImportProblem[]): string[] {
  return problems.map(({ file, line, column, problem, found }) => {
    const place = [file, line === null ? null : `line ${line}`, column]
      .filter((it) => it !== null)
      .join(", ");
    return `${place}: ${problem}${found === "" ? "" : ` — found: ${found}`}`;
  });
}
