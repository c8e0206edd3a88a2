import { z } from "zod";
import { dialogueLimits, nameSchema, unknownKey } from "#lib/task-kinds/dialogue.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";
import { mcqTypes } from "#lib/metrics/scores/mcq-reward.ts";
import type { CaseFiles, CaseToExport } from "#lib/task-kinds/case-files.ts";
import { optionPredictions, simulatedOptions, addColumns } from "#lib/task-kinds/options/server-kind.ts";
import { filesOfLines, readOwn } from "#lib/task-kinds/parts/files.ts";
import type { KindSpec } from "#lib/task-kinds/spec.ts";
import { makeOptionKind } from "#lib/task-kinds/server-kind.ts";
import { optionsOwnData, writeReading, type KindOwnData, type OwnChoice } from "#lib/task-kinds/own-data.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { columnOf, optionsAsJudge } from "#lib/task-kinds/exports.ts";
import { placeAmong, withoutThought } from "#lib/model-answers/read-answer.ts";
import { withoutEnd } from "#lib/text-end.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import {
  letterOf,
  nameOptions,
  readOption,
  type SaidOption,
  type ModelQuestion,
  type QuestionsTogether,
  paragraphs,
  writeLines,
  writeQuestion,
} from "#lib/task-kinds/model-questions/question.ts";

export const limits = { minOptions: 2, options: 8, question: 1000, option: 2000, type: 60 } as const;

const filled = (what: string, most: number) =>
  fileWords
    .refine((text) => text.trim() !== "", `${what} can’t be empty.`)
    .refine((text) => text.length <= most, `${what} can have at most ${most} characters.`);

const questionSchema = filled("The question", limits.question);
const passage = fileWords.refine((text) => text.trim() !== "", "A text can’t be empty.");

const turn = z.strictObject(
  { speaker: nameSchema, text: passage },
  { error: unknownKey("A turn", "speaker and text") },
);
const turns = z
  .array(turn, "turns must be a list.")
  .min(1, "A dialogue needs at least one turn.")
  .max(dialogueLimits.turns, `A dialogue can have at most ${dialogueLimits.turns} turns.`);

/** What is read before the question: one of the two, said apart so that a mistake is named where it stands. */
const contentInput = z
  .strictObject(
    { text: passage.optional(), turns: turns.optional() },
    { error: unknownKey("content", "turns or text") },
  )
  .refine(
    ({ text, turns: said }) => (text === undefined) !== (said === undefined),
    "content must be an object with either turns or text.",
  );

const option = z.strictObject(
  { name: filled("An option", limits.option), type: filled("A type", limits.type) },
  { error: unknownKey("An option", "name and type") },
);

const optionsInput = z
  .array(option, "options must be a list of objects with name and type.")
  .min(limits.minOptions, `A case needs at least ${limits.minOptions} options.`)
  .max(limits.options, `A case can have at most ${limits.options} options.`)
  .check(({ value, issues }) =>
    value.forEach(({ name }, index) => {
      if (value.findIndex((one) => one.name === name) < index)
        issues.push({
          code: "custom",
          message: "Two options have the same text. Options must differ.",
          path: [index, "name"],
          input: name,
        });
    }),
  );

/** A case as its participant gets it, beside the texts of its options. */
export const shownTextsSchema = z.strictObject({
  question: questionSchema,
  before: z.union([z.strictObject({ turns }), z.strictObject({ text: passage })]).nullable(),
});
/** As the database holds it. What sort of text each option is stands in their order, for staff alone. */
const textsContentSchema = shownTextsSchema.extend({ types: z.array(z.string()) });

export type ShownTexts = z.infer<typeof shownTextsSchema>;
export type TextsContent = z.infer<typeof textsContentSchema>;

const keys = {
  question: questionSchema,
  content: contentInput.nullish(),
  options: optionsInput,
  gold: fileWords.nullish(),
};
type Line = z.output<z.ZodObject<typeof keys>>;
type Files = CaseFiles<TextsContent, TextsContent>;

const notThere =
  "The right answer is not among the options: it must match one of their names exactly. Leave gold out if it is unknown.";

const line: Files["line"] = {
  keys,
  check: (read) => {
    const { options, gold } = read as Line;
    if (gold != null && options.every(({ name }) => name !== gold))
      return [{ path: "gold", message: notThere }];
    const right = options.flatMap(({ type }, at) => (type === mcqTypes[0] ? [at] : []));
    if (right.length > 1)
      return right.slice(1).map((at) => ({
        path: `options[${at}].type`,
        message: "A second option is of the type correct. Only one can be.",
      }));
    const isOther = gold != null && right.some((at) => options[at]?.name !== gold);
    return isOther
      ? [{ path: "gold", message: "The option of the type correct is another one. Let both name the same." }]
      : [];
  },
  read: (read, bytes) => {
    const { question, content, options, gold } = read as Line;
    return readOwn(bytes, {
      optionNames: options.map(({ name }) => name),
      gold: gold == null ? null : options.findIndex(({ name }) => name === gold),
      own: { question, before: beforeIn(content), types: options.map(({ type }) => type) },
    });
  },
};

function beforeIn(content: Line["content"]): ShownTexts["before"] {
  if (content?.turns) return { turns: content.turns };
  return content?.text === undefined ? null : { text: content.text };
}

const shown = ({ question, before }: ShownTexts) => [question, before];

/** All that is read of it but its options. */
const passageOf = ({ question, before }: ShownTexts, between: string): string =>
  [...listSaid(before), question].join(between);

function listSaid(before: ShownTexts["before"]): string[] {
  if (before === null) return [];
  return "text" in before ? [before.text] : before.turns.map(({ speaker, text }) => `${speaker}: ${text}`);
}

function write({ content, optionNames, gold }: CaseToExport) {
  const { question, before, types } = textsContentSchema.parse(content);
  return {
    question,
    ...(before === null ? {} : { content: before }),
    options: optionNames.map((name, index) => ({ name, type: types[index] })),
    ...(gold === null ? {} : { gold: optionNames[gold] }),
  };
}

export const textsFiles: Files = {
  ...filesOfLines<TextsContent>("texts", {
    content: textsContentSchema,
    shown: ({ own, optionNames }) => [...shown(own), optionNames],
    // With their types: what is known of a case stands with its version.
    version: ({ own, optionNames, gold }) => [...shown(own), optionNames, own.types, gold],
    said: (own) => passageOf(own, "\n"),
    form: ({ before }) => (before && "turns" in before ? "dialogue" : "text"),
  }),
  line,
  asItStands: (original) => ({ question: original, before: null, types: [] }),
  write,
  opening: (content) => passageOf(content, " — "),
  predictions: optionPredictions,
};

/** A question of the case's own, answered by one of several texts. */
const textsSpec: KindSpec = {
  name: "texts",
  answer: { decides: "choice" },
  content: { noted: "types", context: "before", question: "question" },
  filters: ["options"],
};

const numberOf = (place: number) => `Q${place + 1}`;

/** As InterviewSim's public code asks about all questions of an interview, and reads a line of each; the wording is ours. */
export const textsTogether: QuestionsTogether<TextsContent, SaidOption<"choice">> = {
  write(asked) {
    const [first] = asked;
    if (!first) throw new Error("a call asks about something");
    const { language, content } = first;
    const words = wordsIn(language, "taskKinds.texts.sitting.reading");
    return writeLines({
      language,
      task: wordsIn(language, "modelQuestions")("textsTogether"),
      read: content.before
        ? [{ title: words("conversation"), text: listSaid(content.before).join("\n") }]
        : [],
      asked: asked.map(({ content: { question }, optionNames, layout }, place) => ({
        title: numberOf(place),
        text: paragraphs(
          question,
          layout.map((option, at) => `${letterOf(at)}. ${optionNames[option] ?? ""}`).join("\n"),
        ),
      })),
      lines: asked.map(({ layout }, place) => ({
        name: numberOf(place),
        values: layout.map((_, at) => letterOf(at)),
      })),
    });
  },
  // The last line of a question counts, as the last object does: before it a model may think aloud.
  read(text, place, { optionNames, layout }) {
    if (text.trim() === "") return { ok: false, failure: "empty" };
    const lines = withoutThought(text).matchAll(/Q(?<=^[\s*_#>-]*Q)\s*(\d+)[\s*_]*[:：.)][\s*_]*(.*)/gim);
    const own = [...lines].filter(([, number]) => Number(number) === place + 1).at(-1);
    if (!own) return { ok: false, failure: "no_line" };
    const found = placeAmong(withoutEnd(own[2] ?? "", /[\s*_]/), nameOptions({ optionNames, layout }));
    if (!found) return { ok: false, failure: "names" };
    const choice = optionNames[layout[found.place] ?? -1] ?? "";
    return { ok: true, said: { choice, repaired: found.isMended }, normalised: false };
  },
  instructions:
    "all questions of a group in one message, what comes before them once; a line such as “Q1: A” asked for of each",
};

const textsQuestion: ModelQuestion<TextsContent, SaidOption<"choice">> = {
  needsPrompt: false,
  optionOrder: "random",
  write({ content: { question, before }, optionNames, layout, language }) {
    const words = wordsIn(language, "taskKinds.texts.sitting.reading");
    const options = layout.map((option, at) => `${letterOf(at)}. ${optionNames[option] ?? ""}`);
    return writeQuestion({
      language,
      task: wordsIn(language, "modelQuestions")("texts"),
      read: before ? [{ title: words("conversation"), text: listSaid(before).join("\n") }] : [],
      asked: { title: words("candidates"), text: paragraphs(question, options.join("\n")) },
      form: { choice: options.map((_, at) => letterOf(at)) },
    });
  },
  ...readOption("choice", nameOptions, ({ optionNames, layout }) =>
    layout.map((option) => optionNames[option]),
  ),
  instructions: "the question and the answers that people get; a letter asked for as JSON",
  together: textsTogether,
  listSent: ({ before }) => [...(before ? ["what comes before the question"] : []), "question", "answers"],
};

const only = columnOf(textsSpec.name);

const typeOf = (types: unknown, option: number | null): string | null =>
  option === null ? null : ((types as readonly string[])[option] ?? null);

const choiceType = only("type of the chosen text", (row: { choice: number | null; noted: unknown }) =>
  typeOf(row.noted, row.choice),
);

/** What kinds with options export, and what sort of text each option is. */
const columns = addColumns({
  answers: { choice_type: choiceType },
  cases: {
    "option*_type": only("type of the text with that number", ({ optionNames, noted }) =>
      optionNames.map((_, option) => typeOf(noted, option)),
    ),
  },
  predictions: { choice_type: choiceType },
});

type ToldCase = { passage: ShownTexts["before"]; question: string; options: readonly string[] };

export const textsOwnData: KindOwnData<ShownTexts, OptionValue, ToldCase, OwnChoice> = {
  ...optionsOwnData,
  toOwnCase: ({ question, before }, names) => ({ passage: before, question, options: names }),
  writeCase: ({ passage, question, options }) =>
    writeReading(
      passage === null ? [question] : [listSaid(passage).join("\n"), question],
      options.map((name) => ({ name })),
    ),
};

export const textsServer = makeOptionKind<TextsContent, OptionValue, TextsContent>(textsSpec, {
  ...textsFiles,
  columns,
  peopleAsModel: optionsAsJudge,
  modelQuestion: textsQuestion,
  simulate: simulatedOptions,
  takeAlong: textsOwnData,
  // Field by field: what sort of text an option is never reaches who chooses among them.
  arrange: ({ question, before }, optionNames, layout) => ({
    content: { question, before },
    names: layout.map((option) => optionNames[option] ?? ""),
  }),
  listWords: (shown) => ({ passage: passageOf(shown, "\n"), beside: [] }),
});
