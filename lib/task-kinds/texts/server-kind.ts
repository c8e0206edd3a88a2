import { makeOptionKind } from "#lib/task-kinds/server-kind.ts";
import { takenOptions, type ToldChoice } from "#lib/task-kinds/options/own-data.ts";
import { writeReading, type TakenKind } from "#lib/task-kinds/own-data.ts";
import { textsSpec } from "#lib/task-kinds/texts/spec.ts";
import { simulatedOptions } from "#lib/task-kinds/options/simulation.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { passageOf, textsFiles, listSaid } from "#lib/task-kinds/texts/case-files.ts";
import type { ShownTexts, TextsContent } from "#lib/task-kinds/texts/schema.ts";
import { columnOf } from "#lib/task-kinds/exports.ts";
import { addColumns } from "#lib/task-kinds/options/columns.ts";
import { optionsAsJudge } from "#lib/task-kinds/options/people-as-model.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import {
  combineChoices,
  letterOf,
  nameOptions,
  readPlace,
} from "#lib/task-kinds/model-questions/one-of-several.ts";
import type { ModelQuestion, SaidOfCase } from "#lib/task-kinds/model-questions/question.ts";
import { paragraphs, writeQuestion } from "#lib/task-kinds/model-questions/write-question.ts";
import { textsTogether } from "#lib/task-kinds/texts/questions-together.ts";

type Said = SaidOfCase & { choice?: string; probabilities?: readonly number[] };

const textsQuestion: ModelQuestion<TextsContent, Said> = {
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
  read(text, { optionNames, layout }) {
    const found = readPlace(text, "choice", nameOptions({ optionNames, layout }));
    if (!found.ok) return found;
    const choice = optionNames[layout[found.place] ?? -1] ?? "";
    return { ok: true, said: { choice, repaired: found.isMended }, normalised: false };
  },
  combine(said, combining, optionNames) {
    const places = said.map(({ choice = "" }) => optionNames.indexOf(choice));
    const combined = combineChoices(places, combining, optionNames);
    const repaired = said.some((one) => one.repaired);
    return "shares" in combined
      ? { probabilities: combined.shares, repaired }
      : { choice: combined.chosen ?? "", repaired };
  },
  instructions: "the question and the answers that people get; a letter asked for as JSON",
  together: textsTogether,
  listSent: ({ before }) => [...(before ? ["what comes before the question"] : []), "question", "answers"],
};

const only = columnOf("texts");

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

export const takenTexts: TakenKind<ShownTexts, OptionValue, ToldCase, ToldChoice> = {
  ...takenOptions,
  tellCase: ({ question, before }, names) => ({ passage: before, question, options: names }),
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
  takeAlong: takenTexts,
  // Field by field: what sort of text an option is never reaches who chooses among them.
  arrange: ({ question, before }, optionNames, layout) => ({
    content: { question, before },
    names: layout.map((option) => optionNames[option] ?? ""),
  }),
  listWords: (shown) => ({ passage: passageOf(shown, "\n"), beside: [] }),
});
