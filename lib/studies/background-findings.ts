import type { BackgroundQuestion, Finding, StudyLanguage } from "#lib/studies/schema.ts";

/** What would leave a participant before a question without words, or without anything to choose. */
export function findBackgroundProblems(
  questions: readonly BackgroundQuestion[],
  languages: readonly StudyLanguage[],
): Finding[] {
  const keys = questions.map(({ key }) => key);
  const problems = repeated(keys).map((key) => about("background_duplicate_key", { key }));
  return problems.concat(questions.flatMap((question) => findInOne(question, languages)));
}

function findInOne(question: BackgroundQuestion, languages: readonly StudyLanguage[]): Finding[] {
  const { key, kind, label, options } = question;
  const problems: Finding[] = [];
  for (const language of languages)
    if (label[language] === "") problems.push(about("background_no_label", { key, language }));
  if (kind !== "choice") return problems;
  if (options.length < 2) problems.push(about("background_no_options", { key }));
  for (const value of repeated(options.map((option) => option.value)))
    problems.push(about("background_duplicate_option", { key, value }));
  for (const option of options)
    for (const language of languages)
      if (option.label[language] === "")
        problems.push(about("background_no_option_label", { key, value: option.value, language }));
  return problems;
}

const about = (code: string, values: NonNullable<Finding["values"]>): Finding => ({
  step: "questions",
  code,
  values,
});

const repeated = (words: readonly string[]): string[] => [
  ...new Set(words.filter((word, index) => words.indexOf(word) !== index)),
];
