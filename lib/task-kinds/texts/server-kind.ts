import { makeOptionKind } from "#lib/task-kinds/server-kind.ts";
import { optionsOwnData, writeReading, type KindOwnData, type OwnChoice } from "#lib/task-kinds/own-data.ts";
import { textsSpec } from "#lib/task-kinds/texts/spec.ts";
import { simulatedOptions } from "#lib/task-kinds/options/simulation.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { passageOf, textsFiles, listSaid } from "#lib/task-kinds/texts/case-files.ts";
import type { ShownTexts, TextsContent } from "#lib/task-kinds/texts/schema.ts";
import { columnOf, optionsAsJudge } from "#lib/task-kinds/exports.ts";
import { addColumns } from "#lib/task-kinds/options/columns.ts";
import { placeAmong, withoutThought } from "#lib/model-answers/read-answer.ts";
import { withoutEnd } from "#lib/text-end.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import {
  letterOf,
  nameOptions,
  readOption,
  type SaidOption,
} from "#lib/task-kinds/model-questions/one-of-several.ts";
import type { ModelQuestion, QuestionsTogether } from "#lib/task-kinds/model-questions/question.ts";
import { paragraphs, writeLines, writeQuestion } from "#lib/task-kinds/model-questions/write-question.ts";

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
