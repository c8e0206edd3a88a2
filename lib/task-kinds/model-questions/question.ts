import { type Locale, textIn } from "#lib/i18n/locale.ts";
import type { CombineMethod } from "#lib/model-answers/combine-samples.ts";
import { type AnswerFailure, placeAmong, bareWords, readObject } from "#lib/model-answers/read-answer.ts";
import type { Layout, OptionOrder } from "#lib/task-kinds/kind.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { TextPart } from "#lib/task-kinds/parts/schema.ts";
import type { ScaleWords } from "#lib/task-kinds/scale.ts";

// What a model is sent of a case, and how its text is read. Types alone.

/** A case as one question to a model has it. */
export type QuestionedCase<Content = unknown> = {
  content: Content;
  /** The prompt, of kinds that are asked by their own. */
  original: string;
  optionNames: readonly string[];
  /** Which option stands first, second, …. */
  layout: Layout;
  /** Of the case's track. */
  language: Locale;
};

/** What was said, as the kind's predictions take it; `repaired` where it had to be mended. */
export type CaseReply = Readonly<Record<string, unknown>> & { repaired: boolean };
export type ReadReply<Reply> =
  | { ok: true; said: Reply; normalised: boolean }
  | { ok: false; failure: AnswerFailure };

/** What a template of one's own may show of a case, by name. */
export type TemplateFields<Content = unknown> = {
  names: readonly string[];
  fill(
    asked: Pick<QuestionedCase<Content>, "content" | "optionNames" | "layout">,
    track: { name: string; language: string },
  ): Readonly<Record<string, string>>;
};

/** The part of what a case shows that is read once before all questions of a call; only cases that have it alike are in one. */
export const readOnce = "before";

/** Several cases in one call, numbered from 1 in their order. */
export type QuestionsTogether<Content = unknown, Reply extends CaseReply = CaseReply> = {
  /** The first one's part that is read once stands for all of them. */
  write(asked: readonly QuestionedCase<Content>[]): string;
  /** What the text says of the case at a place, from 0. */
  read(text: string, place: number, asked: QuestionedCase<Content>): ReadReply<Reply>;
  /** In English, for the parity record. */
  instructions: string;
};

export interface ModelQuestion<Content = unknown, Reply extends CaseReply = CaseReply> {
  /** Only a case that holds a prompt of its own can be asked about, and that is what is sent. */
  needsPrompt: boolean;
  optionOrder: OptionOrder;
  /** Of kinds that can be asked about in several orders of their options: whether those of this prompt can be put in another. */
  isOrderable?(asked: Pick<QuestionedCase<Content>, "original" | "optionNames">): boolean;
  /** The one message. What only staff know of a case is never in it. */
  write(asked: QuestionedCase<Content>): string;
  read(text: string, asked: QuestionedCase<Content>): ReadReply<Reply>;
  /** What the answers to several samples come to, at least one; of a run that asks once, `combining` is null. */
  combine(said: readonly Reply[], combining: CombineMethod | null, optionNames: readonly string[]): CaseReply;
  /** In English, for the parity record: what was sent beside the wording, and the parts that a case shows. */
  instructions: string;
  listSent(content: Content): readonly string[];
  /** Of kinds of which all cases of a group can be asked about in one call. */
  together?: QuestionsTogether<Content, Reply>;
  /** Of kinds that are asked by a prompt: what takes its place can show these. */
  fields?: TemplateFields<Content>;
}

type Section = { title: string; text: string };
/** What is to be written under each name: one of these values, or a sentence. */
type AnswerForm = Readonly<Record<string, readonly (string | number)[] | "sentence">>;

type QuestionText = {
  language: Locale;
  /** What is done, in a sentence. */
  task: string;
  /** What is read, as people read it. */
  read: readonly Section[];
  /** What is asked of it, with all that it is judged by. */
  asked: Section;
  form: AnswerForm;
};

/** The wording is ours: what people read under the same names, then what they answer by, then the form of the answer. */
export function writeQuestion({ language, task, read, asked, form }: QuestionText): string {
  const t = wordsIn(language, "modelQuestions");
  return [
    task,
    ...read.map(writeSection),
    ...(read.length > 0 ? [t("only")] : []),
    writeSection(asked),
    t("form"),
    writeForm(form, t("sentence")),
  ].join("\n\n");
}

type QuestionsText = Pick<QuestionText, "language" | "task" | "read"> & {
  asked: readonly Section[];
  /** What is to be written of each: a line with its name and one of these values. */
  lines: readonly { name: string; values: readonly string[] }[];
};

/** The same of several questions, each answered by a line. */
export function writeLines({ language, task, read, asked, lines }: QuestionsText): string {
  const t = wordsIn(language, "modelQuestions");
  return [
    task,
    ...read.map(writeSection),
    ...(read.length > 0 ? [t("only")] : []),
    ...asked.map(writeSection),
    t("lines"),
    lines.map(({ name, values }) => `${name}: ${values.join(" | ")}`).join("\n"),
  ].join("\n\n");
}

const writeSection = ({ title, text }: Section) => `## ${title}\n\n${text}`;

/** {"score": 1 | 2 | 3, "explanation": "…"} */
const writeForm = (form: AnswerForm, sentence: string) =>
  `{${Object.entries(form)
    .map(([name, values]) => {
      const said = values === "sentence" ? [sentence] : values;
      return `${JSON.stringify(name)}: ${said.map((value) => JSON.stringify(value)).join(" | ")}`;
    })
    .join(", ")}}`;

/** Numbered from 1, or by letters, each with what it stands for. */
const listNumbered = (entries: readonly { name: string; about?: string }[], language: Locale) =>
  entries.map(({ name, about }, at) => `${at + 1}. ${explain(name, about, language)}`).join("\n");

export const explain = (name: string, about: string | undefined, language: Locale): string =>
  about === undefined ? name : `${name}${language === "zh-CN" ? "：" : ": "}${about}`;

/** What there is of several paragraphs. */
export const paragraphs = (...texts: readonly (string | null | undefined)[]): string =>
  texts.filter(Boolean).join("\n\n");

export const letterOf = (at: number) => String.fromCodePoint(65 + at);

/** By which words an answer can name each option that was shown: its letter, its text, or both. */
export const nameOptions = ({ optionNames, layout }: Pick<QuestionedCase, "optionNames" | "layout">) =>
  layout.map((option, at) => {
    const [letter, name] = [letterOf(at), optionNames[option] ?? ""];
    return [letter, `(${letter})`, `${letter})`, `${letter}.`, name, `${letter}. ${name}`];
  });

type ReadPlace = { ok: true; place: number; isMended: boolean } | { ok: false; failure: AnswerFailure };

/** Which of several an answer names: in its last object under this key, or as all that it says. */
export function readPlace(text: string, key: string, named: readonly (readonly string[])[]): ReadPlace {
  if (text.trim() === "") return { ok: false, failure: "empty" };
  const object = readObject(text);
  const said = object ? object.get(key) : bareWords(text);
  const found = typeof said === "string" ? placeAmong(said.trim(), named) : null;
  if (!found) return { ok: false, failure: object ? "names" : "no_json" };
  return { ok: true, place: found.place, isMended: found.isMended || (object?.isMended ?? false) };
}

/** What most samples say; of several that as many say, the one that was said first. */
export function maxSaid(places: readonly number[]): number {
  const countOf = (place: number) => places.filter((one) => one === place).length;
  return places.reduce((best, place) => (countOf(place) > countOf(best) ? place : best), places[0] ?? 0);
}

export type SaidOption<Key extends string> = CaseReply &
  Partial<Record<Key, string>> & { probabilities?: readonly number[] };

/**
 * How one of a case's options is read under this key, which files of results have for it as well: `namesOf` says by which
 * words a reply can name each that was shown, `optionsOf` which they are. Several replies are one option, or the shares of
 * replies that named each.
 */
export const readOption = <Content, Key extends string>(
  key: Key,
  namesOf: (asked: QuestionedCase<Content>) => readonly (readonly string[])[],
  optionsOf: (asked: QuestionedCase<Content>) => readonly (string | undefined)[],
): Pick<ModelQuestion<Content, SaidOption<Key>>, "read" | "combine"> => ({
  read(text, asked) {
    const found = readPlace(text, key, namesOf(asked));
    if (!found.ok) return found;
    const said = { [key]: optionsOf(asked)[found.place] ?? "", repaired: found.isMended } as SaidOption<Key>;
    return { ok: true, said, normalised: false };
  },
  combine(said, combining, optionNames) {
    const places = said.map((one) => optionNames.indexOf(one[key] ?? ""));
    const repaired = said.some((one) => one.repaired);
    if (combining !== "mean") return { [key]: optionNames[maxSaid(places)] ?? "", repaired };
    const shareOf = (_: string, at: number) => places.filter((one) => one === at).length / places.length;
    return { probabilities: optionNames.map(shareOf), repaired };
  },
});

type Entry = { name?: string; label?: ScaleWords | undefined; about?: ScaleWords | undefined };
type JudgingTask = {
  kind: "rating" | "label";
  parts: readonly TextPart[];
  /** In place of the usual question. */
  question: ScaleWords | undefined;
  entries: readonly Entry[];
  notes: ScaleWords | undefined;
  form: (names: readonly string[]) => AnswerForm;
  language: Locale;
};

/** Of kinds that judge a part by entries that each stand for something: what a model is asked is what people read. */
export const questionOfParts = {
  needsPrompt: false,
  optionOrder: "fixed",
  listSent: ({ parts }: { parts: readonly TextPart[] }) =>
    parts.map(({ role, seenBy }) => (seenBy === undefined ? role : `${role} (never shown to raters)`)),
} as const;

export function writeJudging({ kind, parts, question, entries, notes, form, language }: JudgingTask): string {
  const words = wordsIn(language, `taskKinds.${kind}.sitting.reading`);
  const listed = entries.map(({ name = "", label, about }) => ({
    name: label ? textIn(label, language) : name,
    ...(about && { about: textIn(about, language) }),
  }));
  const ask = () => wordsIn(language, "taskKinds.label.sitting.reading")("ask");
  return writeQuestion({
    language,
    task: wordsIn(language, "modelQuestions")(kind, { judged: words("parts.judged") }),
    read: parts.map(({ role, text }) => ({ title: words(`parts.${role}`), text })),
    asked: {
      title: words("candidates"),
      text: paragraphs(
        question ? textIn(question, language) : ask(),
        listNumbered(listed, language),
        notes && textIn(notes, language),
      ),
    },
    form: form(listed.map(({ name }) => name)),
  });
}
