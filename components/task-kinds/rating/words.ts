import type { AppConfig } from "next-intl";
import type { ReadingWords } from "#components/reading/words.ts";
import type { ScaleWords } from "#lib/task-kinds/scale.ts";

/** With those that only this kind has. */
export type RatingWords = ReadingWords & AppConfig["Messages"]["taskKinds"]["rating"]["sitting"]["reading"];

/** Which of a scale's own languages the page is read in. */
export const languageOf = ({ language }: RatingWords) => (language === "zh-CN" ? "zh-CN" : "en");

/** In the language asked for, or in the one there is. */
export const sayIn = (said: ScaleWords, language: "en" | "zh-CN"): string =>
  said[language] ?? said.en ?? said["zh-CN"] ?? "";
