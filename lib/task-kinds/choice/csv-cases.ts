import type { CsvRow } from "#lib/files/csv/scanner.ts";
import { describeProblem } from "#lib/files/file-problems.ts";
import { isAddressable } from "#lib/plain-values.ts";
import { withPlainLineEnds } from "#lib/files/text-file.ts";
import { placeInRow } from "#lib/files/import-problems.ts";
import type { CsvCase, CsvFormat, GivenCase, RowProblem } from "#lib/task-kinds/case-files.ts";
import { limits, type Option, type OwnCase } from "#lib/task-kinds/choice/schema.ts";

const optionColumn = /^option([1-9]\d?)$/;
const longest = [
  ["id", 200],
  ["source", 500],
] as const;
const byNumber = (a: string, b: string) => Number(a.slice(6)) - Number(b.slice(6));

const requiredColumns = ["prompt", "gt", "option1", "option2"] as const;

/** Which columns of a header are read: the release's own, in whatever order they stand. */
export const csvCases: CsvFormat<CsvCase> = (columns) => {
  const options = columns.filter((column) => optionColumn.test(column)).sort(byNumber);
  const optional = ["id", "source"].filter((column) => columns.includes(column));
  const profiles = options.map((option) => `${option}_profile`).filter((column) => columns.includes(column));
  const missing = requiredColumns.filter((column) => !columns.includes(column));
  const wanted = ["prompt", "gt", ...options, ...profiles, ...optional];
  return { missing, wanted, read: (row) => readCsvCase(row, options) };
};

/** One row as a case, or everything that is wrong with it. */
function readCsvCase(
  row: CsvRow,
  options: readonly string[],
): ReturnType<ReturnType<typeof csvCases>["read"]> {
  const problems: RowProblem[] = row.problems.map((one) =>
    placeInRow(row.line, { ...one, problem: describeProblem(one.problem, one.found) }),
  );
  if (problems.length > 0) return { row: null, problems };

  const textOf: TextOf = (column) => row.bytes(column).toString("utf8");
  const say: Say = (column, problem, found) =>
    problems.push(placeInRow(row.line, { line: row.lineOf(column), column, problem, found }));

  if (textOf("prompt").trim() === "")
    say("prompt", "the prompt is empty: enter the text given to models", "");
  const { given, gap } = readOptions(options, textOf);
  checkOptions(given, gap, say);
  const gold = findGold(given, textOf("gt"), say);
  checkIdAndSource(textOf, say);
  if (problems.length > 0) return { row: null, problems };

  const prompt = Buffer.from(row.bytes("prompt"));
  return {
    row: {
      id: textOf("id").trim() || null,
      source: textOf("source").trim() || null,
      optionNames: given.map(({ name }) => name),
      gold,
      prompt,
      original: prompt,
      own: readProfiles(given, prompt, textOf),
    } satisfies CsvCase & GivenCase<OwnCase>,
    problems: null,
  };
}

type TextOf = (column: string) => string;
type Say = (column: string, problem: string, found: string) => void;
type Given = { column: string; name: string };

function checkOptions(given: readonly Given[], gap: string | null, say: Say): void {
  if (gap) say(gap, `${gap} is empty, but an option after it is not: close the gap`, "");
  if (given.length < 2)
    say(
      given.length === 0 ? "option1" : "option2",
      "fewer than two options: a case needs at least two",
      given.map(({ name }) => name).join(", "),
    );
  if (given.length > limits.options)
    say("option1", `more than ${limits.options} options`, String(given.length));
  given.forEach(({ name, column }, index) => {
    if (name.length > limits.name) say(column, `longer than ${limits.name} characters: shorten it`, name);
    const first = given.findIndex((one) => one.name === name);
    if (first < index) say(column, `the same option as ${given[first]?.column}: options must differ`, name);
  });
}

function findGold(given: readonly Given[], right: string, say: Say): number {
  const gold = given.findIndex(({ name }) => name === right);
  if (given.length >= 2 && gold < 0)
    say(
      "gt",
      `the right answer is not among the options (${given.map(({ name }) => name).join(" | ")}): it must match one of them exactly`,
      right,
    );
  return gold;
}

function checkIdAndSource(textOf: TextOf, say: Say): void {
  for (const [column, most] of longest) {
    const written = textOf(column).trim();
    if (column === "id" && !isAddressable(written)) say(column, "an id can’t be “.” or “..”", written);
    if (written.length > most) say(column, `longer than ${most} characters: shorten it`, written);
  }
}

function readProfiles(given: readonly Given[], prompt: Buffer, textOf: TextOf): OwnCase {
  const profiles = given.map(({ column }) => plain(textOf(`${column}_profile`).trim()) || null);
  const plainPrompt = withPlainLineEnds(prompt);
  // Older copies of the files lack the profiles: what the prompt says too is no part of the case of its own,
  // so that both copies are the same case.
  const beyond = (profile: string | null) =>
    profile === null || plainPrompt.includes(profile) ? null : profile;
  return {
    options: given.map(({ name }, index): Option => ({ name, profile: beyond(profiles[index] ?? null) })),
    givenProfiles: profiles,
    content: null,
  };
}

function readOptions(columns: readonly string[], textOf: TextOf) {
  const all = columns.map((column): Given => ({ column, name: textOf(column) }));
  const last = all.findLastIndex(({ name }) => name.trim() !== "");
  const upToLast = all.slice(0, last + 1);
  const gap = upToLast.find(({ name }) => name.trim() === "")?.column ?? null;
  return { given: upToLast.filter(({ name }) => name.trim() !== ""), gap };
}

const plain = (text: string) => text.replace(/\r\n?/g, "\n");
