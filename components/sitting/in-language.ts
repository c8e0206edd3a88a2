import type { StudyLanguage } from "#lib/studies/schema.ts";

/** What isn't written in the reader's language is shown in the other, marked as such. */
export function inLanguage(label: Readonly<Record<StudyLanguage, string>>, language: StudyLanguage) {
  const other = language === "en" ? "zh-CN" : "en";
  const lang = label[language].trim() === "" ? other : language;
  return { lang, text: label[lang] };
}
