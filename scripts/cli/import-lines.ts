import type { ImportProblem } from "#lib/imports/schema.ts";

/** For people: where, what, and the text itself. */
export function problemLines(problems: readonly ImportProblem[]): string[] {
  return problems.map(({ file, line, column, problem, found }) => {
    const place = [file, line === null ? null : `line ${line}`, column]
      .filter((one) => one !== null)
      .join(", ");
    return `${place}: ${problem}${found === "" ? "" : ` — found: ${found}`}`;
  });
}

/** How it ended, in one line. */
export function outcomeLine(stored: boolean, changes: boolean, mode: "check" | "store"): string {
  if (stored) return changes ? "stored" : "nothing to store: these files change nothing";
  if (mode === "check") return "checked only: nothing was stored";
  return "nothing was stored: fix the files, or import the good rows with --skip-bad";
}
