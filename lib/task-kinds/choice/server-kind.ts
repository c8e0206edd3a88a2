import { combineSamples } from "#lib/model-answers/combine-samples.ts";
import { readAnswer } from "#lib/model-answers/read-answer.ts";
import { choiceFiles } from "#lib/task-kinds/choice/case-files.ts";
import { optionsAsModel } from "#lib/task-kinds/choice/csv-files.ts";
import { withReadProfiles } from "#lib/task-kinds/choice/profile-text.ts";
import { findCandidates, reorderCandidates } from "#lib/task-kinds/choice/prompt/reorder-candidates.ts";
import type { ChoiceContent, OwnCase } from "#lib/task-kinds/choice/schema.ts";
import { variedChoice } from "#lib/task-kinds/choice/varied.ts";
import type { Part, Turn } from "#lib/task-kinds/dialogue.ts";
import type { ModelQuestion, CaseReply, TemplateFields } from "#lib/task-kinds/model-questions/question.ts";
import { optionColumns } from "#lib/task-kinds/options/columns.ts";
import { simulatedOptions } from "#lib/task-kinds/options/simulation.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { optionsOwnData, writeReading, type KindOwnData, type OwnChoice } from "#lib/task-kinds/own-data.ts";
import { makeOptionKind } from "#lib/task-kinds/server-kind.ts";
import type { KindSpec } from "#lib/task-kinds/spec.ts";

/** One of several candidates said it. */
const choiceSpec: KindSpec = {
  name: "choice",
  answer: { decides: "choice" },
  hasProfiles: true,
  filters: ["options", "answerLength"],
};

type Passage = { form: "dialogue"; turns: readonly Turn[] } | { form: "text"; text: string };

/** All that one reads of it. */
function readPassage(passage: Passage): string {
  if (passage.form === "text") return passage.text;
  return passage.turns
    .map(({ speaker, parts }) => [speaker ?? "?", ...parts.map(({ text }) => text)].join(" "))
    .join("\n");
}

/** As plain text, a turn after the other. */
const writePassage = (passage: Passage): string[] =>
  passage.form === "text"
    ? [passage.text]
    : passage.turns.map(({ speaker, parts }) => `${speaker ?? "?"}: ${parts.map(writePart).join(" ")}`);

const writePart = ({ type, text }: Part): string =>
  ({ thought: `[${text}]`, manner: `(${text})`, speech: text })[type];

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

type ModelReply = CaseReply & { probabilities: readonly number[] };

/** As models are asked everywhere else: by the prompt that the case holds, to the byte but for the order of its candidates where that is another. */
const choiceQuestion: ModelQuestion<ChoiceContent, ModelReply> = {
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

type ToldCase = { passage: Passage; candidates: readonly { name: string; profile: string | null }[] };

const takenChoice: KindOwnData<ChoiceContent, OptionValue, ToldCase, OwnChoice> = {
  ...optionsOwnData,
  toOwnCase: ({ profiles, ...passage }, names) => ({
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
