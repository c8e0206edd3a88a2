import type { AppConfig } from "next-intl";
import type { ReadingWords } from "#components/reading/words.ts";
import type { LabelSet } from "#lib/task-kinds/label-set.ts";
import { textIn } from "#lib/i18n/locale.ts";

type ReadingMessages = AppConfig["Messages"]["sitting"]["reading"];
type Rating = AppConfig["Messages"]["taskKinds"]["rating"]["sitting"]["reading"];

/** With what kinds need that show parts: their names, the language that the page is read in, and how one looks for something. */
export type PartWords = ReadingWords & Pick<Rating, "language" | "parts"> & Pick<ReadingMessages, "find">;

/** Which of a scale's own languages the page is read in. */
export const languageOf = ({ language }: Pick<PartWords, "language">) =>
  language === "zh-CN" ? "zh-CN" : "en";

type LabelName = Pick<LabelSet["labels"][number], "name" | "label">;

/** A name without words of its own is in the language of the case. */
export const formatLabelName = ({ name, label }: LabelName, reader: "en" | "zh-CN", language: string) =>
  label ? { name: textIn(label, reader), language: reader } : { name, language };
