import { formatProblem, placeInRow } from "#lib/files/file-problems.ts";
import type { CsvRow } from "#lib/files/csv/automaton.ts";
import { withPlainLineEnds } from "#lib/files/text-file.ts";
import { voteOn } from "#lib/metrics/agreement/consensus.ts";
import { isAddressable } from "#lib/plain-values.ts";
import type {
  CsvCase,
  CsvFormat,
  CsvResult,
  CaseInput,
  ReadCsv,
  RowProblem,
} from "#lib/task-kinds/case-files.ts";
import { limits, type Option, type OwnCase } from "#lib/task-kinds/choice/schema.ts";
import { countPeople, type ModelTable } from "#lib/task-kinds/exports.ts";
import type { OptionsPrediction } from "#lib/task-kinds/options/server-kind.ts";
import { mostTokens } from "#lib/task-kinds/whole-number.ts";

// The published CSV files, of cases and of results.

const pickNumbered = (columns: readonly string[], name: string) =>
  columns
    .filter((column) => column.startsWith(name) && /^[1-9]\d?$/.test(column.slice(name.length)))
    .sort((a, b) => Number(a.slice(name.length)) - Number(b.slice(name.length)));

type TextOf = (column: string) => string;
type Say = (column: string, problem: string, found?: string) => void;

/** A row as `read` makes it once nothing was said to be wrong, or everything that is. */
function readRow<Row>(row: CsvRow, read: (textOf: TextOf, say: Say) => () => Row): ReadCsv<Row> {
  const problems: RowProblem[] = row.problems.map((one) =>
    placeInRow(row.line, { ...one, problem: formatProblem(one.problem, one.found) }),
  );
  if (problems.length > 0) return { row: null, problems };
  const textOf: TextOf = (column) => row.bytes(column).toString("utf8");
  const say: Say = (column, problem, found = textOf(column)) =>
    problems.push(placeInRow(row.line, { line: row.lineOf(column), column, problem, found }));
  const make = read(textOf, say);
  return problems.length > 0 ? { row: null, problems } : { row: make(), problems: null };
}

const longest = [
  ["id", 200],
  ["source", 500],
] as const;
const requiredColumns = ["prompt", "gt", "option1", "option2"] as const;

/** Which columns of a header are read: the release's own, in whatever order they stand. */
export const csvCases: CsvFormat<CsvCase> = (columns) => {
  const options = pickNumbered(columns, "option");
  const optional = ["id", "source"].filter((column) => columns.includes(column));
  const profiles = options.map((option) => `${option}_profile`).filter((column) => columns.includes(column));
  const missing = requiredColumns.filter((column) => !columns.includes(column));
  const wanted = ["prompt", "gt", ...options, ...profiles, ...optional];
  return { missing, wanted, read: (row) => readCase(row, options) };
};

const readCase = (row: CsvRow, options: readonly string[]) =>
  readRow<CsvCase & CaseInput<OwnCase>>(row, (textOf, say) => {
    if (textOf("prompt").trim() === "")
      say("prompt", "the prompt is empty: enter the text given to models", "");
    const { given, gap } = readOptions(options, textOf);
    checkOptions(given, gap, say);
    const gold = findGold(given, textOf("gt"), say);
    checkIdAndSource(textOf, say);
    return () => {
      const prompt = Buffer.from(row.bytes("prompt"));
      return {
        id: textOf("id").trim() || null,
        source: textOf("source").trim() || null,
        optionNames: given.map(({ name }) => name),
        gold,
        prompt,
        original: prompt,
        own: readProfiles(given, prompt, textOf),
      };
    };
  });

type NamedColumn = { column: string; name: string };

function checkOptions(given: readonly NamedColumn[], gap: string | null, say: Say): void {
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

function findGold(given: readonly NamedColumn[], right: string, say: Say): number {
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

function readProfiles(given: readonly NamedColumn[], prompt: Buffer, textOf: TextOf): OwnCase {
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
  const all = columns.map((column): NamedColumn => ({ column, name: textOf(column) }));
  const last = all.findLastIndex(({ name }) => name.trim() !== "");
  const upToLast = all.slice(0, last + 1);
  const gap = upToLast.find(({ name }) => name.trim() === "")?.column ?? null;
  return { given: upToLast.filter(({ name }) => name.trim() !== ""), gap };
}

const plain = (text: string) => text.replace(/\r\n?/g, "\n");

const written = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** A number as programs write it; what else it might be is said. Null for nothing. */
export function readNumber(text: string): { value: number | null } | { problem: string } {
  const trimmed = text.trim();
  if (trimmed === "") return { value: null };
  const value = Number(trimmed);
  if (written.test(trimmed))
    return Number.isFinite(value) ? { value } : { problem: "the number is too large to be stored" };
  if (/^[+-]?\d*,\d+$/.test(trimmed))
    return { problem: "decimal comma: write numbers with a point, such as 0.7" };
  if (/^[+-]?nan$/i.test(trimmed))
    return { problem: "NaN is not a number: leave the field empty if there is none" };
  return { problem: "not a number" };
}

const isTrue = (text: string): boolean => /^(?:1|true)$/i.test(text);

/** Which columns of a result file are read. Without probabilities the stated choice is all there is. */
export const csvResults: CsvFormat<CsvResult> = (columns) => {
  const probabilities = pickNumbered(columns, "prob");
  const options = pickNumbered(columns, "option");
  const others = ["gt", "res", "response", "success", "cost", "tokens", "fake", "people"].filter((column) =>
    columns.includes(column),
  );
  const missing = [
    ...(columns.includes("prompt") ? [] : ["prompt"]),
    ...(probabilities.length > 0 || columns.includes("res") ? [] : ["prob1"]),
  ];
  const wanted = ["prompt", ...others, ...probabilities, ...options];
  return { missing, wanted, read: (row) => readResult(row, { probabilities, options }) };
};

const readResult = (row: CsvRow, columns: Readonly<Record<"probabilities" | "options", readonly string[]>>) =>
  readRow<CsvResult>(row, (textOf, say) => {
    const numberOf = (column: string): number | null => {
      const read = readNumber(textOf(column));
      if ("value" in read) return read.value;
      say(column, read.problem);
      return null;
    };
    const success = numberOf("success");
    if (success !== null && ![1, 0, -1].includes(success))
      say("success", "success must be 1 (right), 0 (wrong), -1 (the call failed) or empty");
    const given = columns.probabilities.map(numberOf);
    const cost = numberOf("cost");
    const tokens = numberOf("tokens");
    if (Math.abs(tokens ?? 0) > mostTokens) say("tokens", "too large to be a number of tokens");
    for (const [column, value] of Object.entries({ cost, tokens })) {
      if (value !== null && value < 0) say(column, `${column} can’t be negative: leave it empty if unknown`);
    }
    return () => {
      const stated = textOf("res") || null;
      const hasProbabilities = given.some((value) => value !== null);
      const onlyChoice = columns.probabilities.length === 0;
      const response = row.bytes("response");
      const answer: OptionsPrediction = { probabilities: hasProbabilities ? given : null, choice: stated };
      return {
        prompt: row.bytes("prompt"),
        gold: textOf("gt") || null,
        options:
          columns.options.length > 0 ? columns.options.map(textOf).filter((name) => name !== "") : null,
        failed: success === -1 || (onlyChoice ? stated === null : !hasProbabilities),
        isFake: isTrue(textOf("fake")),
        isPeople: isTrue(textOf("people")),
        answer,
        response: response.length > 0 ? response : null,
        cost,
        tokens: tokens === null ? null : Math.round(tokens),
      };
    };
  });

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i + 1}`);

/** In the columns of the published CSV files. */
export const optionsAsModel: ModelTable = {
  ending: "csv",
  columns: (mostOptions) => [
    "prompt",
    "gt",
    ...numbered("option", mostOptions),
    "res",
    "response",
    "success",
    "cost",
    "tokens",
    ...numbered("prob", mostOptions),
  ],
  /** The first of the options that most people chose is their choice, as the reference code has it of models. */
  write(prompt, { optionNames, gold }, counts, mostOptions) {
    const answers = countPeople(counts);
    const vote = voteOn(counts, gold);
    const choice = vote.choice ?? vote.tied[0] ?? -1;
    const padded = (cells: readonly (string | number)[]) =>
      Array.from({ length: mostOptions }, (_, i) => cells[i] ?? null);
    const told = optionNames.map((name, i) => `${name} ${counts[i] ?? 0}`).join(", ");
    return [
      prompt,
      gold === null ? null : (optionNames[gold] ?? null),
      ...padded(optionNames),
      optionNames[choice] ?? null,
      `${answers} ${answers === 1 ? "answer" : "answers"}: ${told}`,
      Number(choice === gold),
      null,
      null,
      ...padded(Array.from(counts, (count) => count / answers)),
    ];
  },
};
