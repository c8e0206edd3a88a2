import type { z } from "zod";
import { withPlainLineEnds } from "#lib/files/text-file.ts";
import type { CaseFiles, CaseInput, UnderstoodCase, CaseToExport } from "#lib/task-kinds/case-files.ts";
import { csvCases, csvResults, optionsAsModel } from "#lib/task-kinds/choice/csv-files.ts";
import { parsePrompt } from "#lib/task-kinds/choice/prompt/prompt-parser.ts";
import {
  choiceContentSchema,
  contentFrom,
  optionsInput,
  type ChoiceContent,
  type OwnCase,
  type Option,
} from "#lib/task-kinds/choice/schema.ts";
import { contentInput, type Part, type Turn } from "#lib/task-kinds/dialogue.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";
import { optionPredictions, optionColumns, simulatedOptions } from "#lib/task-kinds/options/server-kind.ts";
import { loadTokenCount } from "#lib/task-kinds/token-count.ts";
import type { VariedKind, KindSpec } from "#lib/task-kinds/spec.ts";
import { combineSamples } from "#lib/model-answers/combine-samples.ts";
import { readAnswer } from "#lib/model-answers/read-answer.ts";
import { withReadProfiles } from "#lib/task-kinds/choice/profile-text.ts";
import { findCandidates, reorderCandidates } from "#lib/task-kinds/choice/prompt/reorder-candidates.ts";
import type { ModelQuestion, CaseReply, TemplateFields } from "#lib/task-kinds/model-questions/question.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { optionsOwnData, writeReading, type KindOwnData, type OwnChoice } from "#lib/task-kinds/own-data.ts";
import { makeOptionKind } from "#lib/task-kinds/server-kind.ts";

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

async function understand(given: CaseInput<OwnCase>): Promise<UnderstoodCase<ChoiceContent>> {
  const { form, content } = takeApart(given);
  return {
    form,
    content,
    answerLength: content ? await answerLength(content) : null,
    said: said(content, given.original.toString("utf8")),
  };
}

function takeApart({
  optionNames,
  prompt: given,
  own,
}: CaseInput<OwnCase>): Pick<UnderstoodCase<ChoiceContent>, "form" | "content"> {
  if (own.content) return { form: own.content.form, content: own.content };
  const prompt = given?.toString("utf8") ?? "";
  const profiles = own.options.map(({ profile }) => profile);
  const parsed = parsePrompt(prompt, optionNames, own.givenProfiles);
  if (parsed) {
    const filled = parsed.profiles.map((profile, index) => profile ?? profiles[index] ?? null);
    return { form: "dialogue", content: { ...parsed, profiles: filled } };
  }
  const known = profiles.some((profile) => profile !== null);
  return { form: "unparsed", content: known ? { form: "text", text: prompt, profiles } : null };
}

/** What is said in a dialogue; of a case that is plain text, all of it. */
function said(content: ChoiceContent | null, original: string): string {
  if (content === null) return original.toLowerCase();
  if (content.form === "text") return content.text.toLowerCase();
  return content.turns
    .map(({ speaker, parts }) => [speaker ?? "", ...parts.map(({ text }) => text)].join(" "))
    .join("\n")
    .toLowerCase();
}

/** The tokens of the unknown speaker's turns; null where a case is plain text. */
export async function answerLength(content: ChoiceContent): Promise<number | null> {
  if (content.form === "text") return null;
  const count = await loadTokenCount();
  return content.turns
    .filter((turn) => turn.speaker === null)
    .map((turn) => count(turn.parts.map((part) => part.text).join(" ")))
    .reduce((sum, tokens) => sum + tokens, 0);
}

/** Where there was a prompt it is what was kept, and its content is written only where it isn't the prompt's own. */
function writeCase({ original, hasPrompt, content, optionNames, gold }: CaseToExport) {
  const parsed = content === null ? null : choiceContentSchema.parse(content);
  const right = gold === null ? null : optionNames[gold];
  if (!hasPrompt)
    return { content: contentOf(parsed), options: optionsOf(optionNames, parsed?.profiles), gold: right };
  // A profile that the prompt says is not said twice.
  const extra = parsed?.profiles.map((profile) =>
    profile === null || original.includes(profile) ? null : profile,
  );
  const isFromPrompt = isSame(parsed, parsePrompt(original, optionNames, extra), original);
  const written = isFromPrompt ? {} : { content: contentOf(parsed) };
  const options = optionsOf(optionNames, isFromPrompt ? extra : parsed?.profiles);
  return { prompt: original, ...written, options, gold: right };
}

function isSame(
  content: ChoiceContent | null,
  parsed: ReturnType<typeof parsePrompt>,
  original: string,
): boolean {
  if (parsed === null) return content === null || (content.form === "text" && content.text === original);
  return content?.form === "dialogue" && JSON.stringify(content.turns) === JSON.stringify(parsed.turns);
}

const contentOf = (content: ChoiceContent | null) =>
  content === null
    ? undefined
    : content.form === "dialogue"
      ? { turns: content.turns }
      : { text: content.text };

function optionsOf(names: readonly string[], profiles: readonly (string | null)[] = []) {
  if (profiles.every((profile) => profile === null)) return names;
  return names.map((name, index) => ({ name, profile: profiles[index] ?? null }));
}

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

/** Where the turn stands that is asked about: the last without a speaker. */
const askedAt = (content: ChoiceContent): number =>
  content.form === "dialogue" ? content.turns.findLastIndex(({ speaker }) => speaker === null) : -1;

const cut = (content: ChoiceContent, turns: number): ChoiceContent =>
  content.form === "dialogue"
    ? { ...content, turns: content.turns.slice(Math.max(0, askedAt(content) - turns)) }
    : content;

/** Others in the places of all but the right one, each with what is said of it. */
function exchange(content: ChoiceContent, names: readonly string[], gold: number, drawn: readonly Option[]) {
  const others = drawn.values();
  const options = names.map((name, at): Option => {
    if (at === gold) return { name, profile: content.profiles[at] ?? null };
    const { value } = others.next();
    if (!value) throw new Error(`there are ${drawn.length} others for ${names.length} options`);
    return value;
  });
  return {
    content: { ...content, profiles: options.map(({ profile }) => profile) },
    names: options.map(({ name }) => name),
  };
}

export const variedChoice: VariedKind<ChoiceContent> = {
  countTurnsBefore(content) {
    const at = askedAt(content);
    return at < 0 ? null : at;
  },
  hasProfiles: ({ profiles }) => profiles.some((profile) => profile !== null),
  vary({ content, names, gold }, way) {
    if (way.by === "context") return { content: cut(content, way.turns), names };
    if (way.by === "profiles")
      return { content: { ...content, profiles: content.profiles.map(() => null) }, names };
    return exchange(content, names, gold, way.drawn);
  },
};

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
