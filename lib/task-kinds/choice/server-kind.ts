import { withReadProfiles } from "#lib/task-kinds/choice/profile-text.ts";
import {
  type ChoiceContent,
  type OwnCase,
  choiceContentSchema,
  limits,
  type Option,
  contentFrom,
  optionsInput,
} from "#lib/task-kinds/choice/schema.ts";
import { makeOptionKind } from "#lib/task-kinds/server-kind.ts";
import { variedChoice } from "#lib/task-kinds/choice/varied.ts";
import { optionColumns } from "#lib/task-kinds/options/columns.ts";
import { optionsAsModel } from "#lib/task-kinds/options/people-as-model.ts";
import { takenOptions, type ToldChoice } from "#lib/task-kinds/options/own-data.ts";
import { choiceSpec } from "#lib/task-kinds/choice/spec.ts";
import { simulatedOptions } from "#lib/task-kinds/options/simulation.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { readPassage, writePassage, type Passage } from "#lib/task-kinds/passage.ts";
import { csvResults } from "#lib/task-kinds/choice/csv-results.ts";
import { understand } from "#lib/task-kinds/choice/understand.ts";
import { writeCase } from "#lib/task-kinds/choice/write-case.ts";
import type { CaseFiles, CsvCase, CsvFormat, GivenCase, RowProblem } from "#lib/task-kinds/case-files.ts";
import { optionPredictions } from "#lib/task-kinds/options/predictions.ts";
import { withPlainLineEnds } from "#lib/files/text-file.ts";
import type { CsvRow } from "#lib/files/csv/scanner.ts";
import { describeProblem } from "#lib/files/file-problems.ts";
import { isAddressable } from "#lib/plain-values.ts";
import { placeInRow } from "#lib/files/import-problems.ts";
import { writeReading, type TakenKind } from "#lib/task-kinds/own-data.ts";
import type { z } from "zod";
import { contentInput } from "#lib/task-kinds/dialogue.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";
import { combineSamples } from "#lib/model-answers/combine-samples.ts";
import { readAnswer } from "#lib/model-answers/read-answer.ts";
import type { ModelQuestion, SaidOfCase, TemplateFields } from "#lib/task-kinds/model-questions/question.ts";
import { findCandidates, reorderCandidates } from "#lib/task-kinds/choice/prompt/reorder-candidates.ts";

/** What a template may show of a case: who speaks is unknown in it, too, and nothing says what is right. */
const choiceFields: TemplateFields<ChoiceContent> = {
  names: ["turns", "candidates", "profiles", "track", "language"],
  fill: ({ content, optionNames, layout }, { name, language }) => ({
    turns: writePassage(content).join("\n"),
    candidates: layout.map((option) => optionNames[option]).join("\n"),
    profiles: layout
      .map((option) => [optionNames[option], content.profiles[option]].filter(Boolean).join(": "))
      .join("\n"),
    track: name,
    language,
  }),
};

type Said = SaidOfCase & { probabilities: readonly number[] };

/** As models are asked everywhere else: by the prompt that the case holds, to the byte but for the order of its candidates where that is another. */
const choiceQuestion: ModelQuestion<ChoiceContent, Said> = {
  needsPrompt: true,
  optionOrder: "fixed",
  isOrderable: ({ original, optionNames }) => findCandidates(original, optionNames) !== null,
  write: ({ original, optionNames, layout }) => reorderCandidates(original, optionNames, layout),
  read(text, { optionNames }) {
    const read = readAnswer(text, optionNames);
    if (!read.ok) return read;
    const { probabilities, normalised, repairs } = read;
    return { ok: true, said: { probabilities, repaired: repairs.length > 0 }, normalised };
  },
  combine(said, combining, optionNames) {
    const repaired = said.some((one) => one.repaired);
    const given = said.map(({ probabilities }) => probabilities);
    const combined = combineSamples(given, combining ?? "mean");
    if (combined === null) throw new Error("no sample brought an answer");
    return "choice" in combined
      ? { choice: optionNames[combined.choice], repaired }
      : { probabilities: combined.probabilities, repaired };
  },
  instructions: "",
  listSent: () => [],
  fields: choiceFields,
};

const keys = {
  prompt: fileWords.refine((prompt) => prompt.trim() !== "", "The prompt can’t be empty.").optional(),
  content: contentInput.optional(),
  options: optionsInput,
  gold: fileWords,
};
type Line = z.output<z.ZodObject<typeof keys>>;

/** A case as a line of the product's own format. */
const lineCases: CaseFiles<ChoiceContent, OwnCase>["line"] = {
  keys,
  check: (line) => {
    const { prompt, content, options, gold } = line as Line;
    const isRight = options.some(({ name }) => name === gold);
    return [
      ...(prompt === undefined && content === undefined
        ? [{ path: "content", message: "A case needs content, prompt, or both." }]
        : []),
      ...(isRight
        ? []
        : [
            {
              path: "gold",
              message: "The right answer is not among the options: it must match one of their names exactly.",
            },
          ]),
    ];
  },
  read: (line, bytes) => {
    const { prompt: given, content, options, gold } = line as Line;
    const prompt = given === undefined ? null : Buffer.from(given, "utf8");
    return {
      optionNames: options.map(({ name }) => name),
      gold: options.findIndex(({ name }) => name === gold),
      prompt,
      original: prompt ?? Buffer.from(bytes),
      own: {
        options,
        givenProfiles: options.map(({ profile }) => profile),
        content: content ? contentFrom(content, options) : null,
      },
    };
  },
};

const optionColumn = /^option([1-9]\d?)$/;
const longest = [
  ["id", 200],
  ["source", 500],
] as const;
const byNumber = (a: string, b: string) => Number(a.slice(6)) - Number(b.slice(6));

const requiredColumns = ["prompt", "gt", "option1", "option2"] as const;

/** Which columns of a header are read: the release's own, in whatever order they stand. */
const csvCases: CsvFormat<CsvCase> = (columns) => {
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

const nothing = Buffer.alloc(0);

const choiceFiles: CaseFiles<ChoiceContent, OwnCase> = {
  content: choiceContentSchema,
  needsGold: true,
  line: lineCases,
  csv: csvCases,
  shown: ({ own, optionNames }) => [own.content ?? { form: "text", text: "", profiles: [] }, optionNames],
  versionParts: ({ prompt, own: { content, options }, gold }) => [
    prompt ? withPlainLineEnds(prompt) : nothing,
    content ? JSON.stringify(content) : nothing,
    JSON.stringify(["choice", options.map(({ name, profile }) => [name, profile]), gold]),
  ],
  understand,
  asItStands: (text, optionNames) => ({ form: "text", text, profiles: optionNames.map(() => null) }),
  write: writeCase,
  opening: (content) => {
    if (content.form === "text") return content.text;
    const turns = content.turns
      .filter(({ parts }) => parts.length > 0)
      .map(({ speaker, parts }) => {
        const words = parts.map(({ text }) => text).join(" ");
        return speaker === null ? words : `${speaker}: ${words}`;
      });
    return turns.length === 0 ? null : turns.join(" — ");
  },
  predictions: { ...optionPredictions, csv: csvResults },
};

type ToldCase = { passage: Passage; candidates: readonly { name: string; profile: string | null }[] };

const takenChoice: TakenKind<ChoiceContent, OptionValue, ToldCase, ToldChoice> = {
  ...takenOptions,
  tellCase: ({ profiles, ...passage }, names) => ({
    passage,
    candidates: names.map((name, i) => ({ name, profile: profiles[i] ?? null })),
  }),
  writeCase: ({ passage, candidates }, words) =>
    writeReading(
      [writePassage(passage).join("\n")],
      candidates.map(({ name, profile }) => ({ name, about: profile })),
      [`${words.candidates}:`],
    ),
};

export const choiceServer = makeOptionKind<ChoiceContent, OptionValue, OwnCase>(choiceSpec, {
  ...choiceFiles,
  columns: optionColumns,
  peopleAsModel: optionsAsModel,
  modelQuestion: choiceQuestion,
  simulate: simulatedOptions,
  takeAlong: takenChoice,
  varied: variedChoice,
  arrange(content, optionNames, layout) {
    const { profiles } = withReadProfiles(content);
    return {
      content: { ...content, profiles: layout.map((option) => profiles[option] ?? null) },
      names: layout.map((option) => optionNames[option] ?? ""),
    };
  },
  listWords: (content) => ({
    passage: readPassage(content),
    beside: content.profiles.map((profile) => profile ?? ""),
  }),
});
