import type { AppConfig } from "next-intl";
import type { Locale } from "#lib/i18n/locale.ts";
import { fill, type SittingWords } from "#components/sitting/words.ts";

type Messages = AppConfig["Messages"];

/** What the cases and their overview say. */
export type PageWords = {
  /** Which they are in. */
  language: Locale;
  sitting: Pick<SittingWords, "case" | "extra" | "keys" | "missing" | "optional" | "overview" | "reading"> & {
    own: Pick<SittingWords["own"], "errors" | "toStart">;
  };
  answering: Messages["answering"];
  sending: Messages["sending"];
  /** What leads to reporting a passage. */
  report: string;
};

/** About how long there is left. */
export const formatMinutes = (
  minutes: number,
  { oneMinute, minutes: many }: PageWords["answering"],
): string => (minutes === 1 ? oneMinute : fill(many, { minutes }));

/** Of all messages, those that these pages need: every other would travel in vain. */
export function pickPageWords(
  { sitting, answering, sending, passage }: Pick<Messages, "sitting" | "answering" | "sending" | "passage">,
  language: Locale,
): PageWords {
  const { case: ofCase, extra, keys, missing, optional, overview, reading } = sitting;
  const { errors, toStart } = sitting.own;
  return {
    language,
    sitting: { case: ofCase, extra, keys, missing, optional, overview, own: { errors, toStart }, reading },
    answering,
    sending,
    report: passage.link,
  };
}
