import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";

type Section = { title: string; text: string };
/** What is to be written under each name: one of these values, or a sentence. */
export type AnswerForm = Readonly<Record<string, readonly (string | number)[] | "sentence">>;

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
export const listNumbered = (entries: readonly { name: string; about?: string }[], language: Locale) =>
  entries.map(({ name, about }, at) => `${at + 1}. ${explain(name, about, language)}`).join("\n");

export const explain = (name: string, about: string | undefined, language: Locale): string =>
  about === undefined ? name : `${name}${language === "zh-CN" ? "：" : ": "}${about}`;

/** What there is of several paragraphs. */
export const paragraphs = (...texts: readonly (string | null | undefined)[]): string =>
  texts.filter(Boolean).join("\n\n");
