import type { ComprehensionQuestion } from "#lib/studies/comprehension-schema.ts";
import { preferNotToSay } from "#lib/studies/prefer-not-to-say.ts";
import type { BackgroundQuestion, Finding, Questions, StudyLanguage } from "#lib/studies/schema.ts";

type Kind = "background" | "comprehension";
type CheckedQuestion = Pick<BackgroundQuestion, "key" | "label" | "options">;

/** What would leave a participant before a question without words, or without anything to choose. */
export function findBackgroundProblems(
  { background, preferNotToSay: mayBeUnsaid }: Questions,
  languages: readonly StudyLanguage[],
): Finding[] {
  const reserved = background.filter(
    ({ options }) => mayBeUnsaid && options.some(({ value }) => value === preferNotToSay),
  );
  return [
    ...findRepeatedKeys("background", background),
    ...background.flatMap((question) => [
      ...findUnworded("background", question, languages),
      ...(question.kind === "choice" ? findOptionProblems("background", question, languages) : []),
    ]),
    ...reserved.map(({ key }) => about("background_reserved_value", { key, value: preferNotToSay })),
  ];
}

/** The same of what is asked after the instructions; each needs an option that is right. */
export function findComprehensionProblems(
  questions: readonly ComprehensionQuestion[],
  languages: readonly StudyLanguage[],
): Finding[] {
  return [
    ...findRepeatedKeys("comprehension", questions),
    ...questions.flatMap((question) => [
      ...findUnworded("comprehension", question, languages),
      ...findOptionProblems("comprehension", question, languages),
      ...(question.options.some(({ value }) => value === question.right)
        ? []
        : [about("comprehension_no_right", { key: question.key, value: question.right })]),
    ]),
  ];
}

const findRepeatedKeys = (kind: Kind, questions: readonly CheckedQuestion[]): Finding[] =>
  repeated(questions.map(({ key }) => key)).map((key) => about(`${kind}_duplicate_key`, { key }));

const findUnworded = (
  kind: Kind,
  { key, label }: CheckedQuestion,
  languages: readonly StudyLanguage[],
): Finding[] =>
  languages
    .filter((language) => label[language] === "")
    .map((language) => about(`${kind}_no_label`, { key, language }));

function findOptionProblems(
  kind: Kind,
  { key, options }: CheckedQuestion,
  languages: readonly StudyLanguage[],
): Finding[] {
  const problems: Finding[] = [];
  if (options.length < 2) problems.push(about(`${kind}_no_options`, { key }));
  for (const value of repeated(options.map((option) => option.value)))
    problems.push(about(`${kind}_duplicate_option`, { key, value }));
  for (const { value, label } of options)
    for (const language of languages)
      if (label[language] === "") problems.push(about(`${kind}_no_option_label`, { key, value, language }));
  return problems;
}

const about = (code: string, values: NonNullable<Finding["values"]>): Finding => ({
  step: "questions",
  code,
  values,
});

/** Each word that stands there more than once. */
export const repeated = (words: readonly string[]): string[] => [
  ...new Set(words.filter((word, index) => words.indexOf(word) !== index)),
];
