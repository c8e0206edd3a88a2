import {
  studyLanguages,
  textParts,
  type Design,
  type StudyLanguage,
  type StudyWords,
  type TextPart,
} from "#lib/studies/schema.ts";

export const missingParts = (words: StudyWords): TextPart[] =>
  textParts.filter((part) => words[part].trim() === "");

/** A study is offered in a language once all of its texts are there in it. */
export const offeredLanguages = (texts: Design["words"]): StudyLanguage[] =>
  studyLanguages.filter((language) => missingParts(texts[language]).length === 0);
