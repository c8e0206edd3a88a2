import type { AppConfig } from "next-intl";
import type { Locale } from "#lib/i18n/locale.ts";
import { fill, type SittingWords } from "#components/sitting/words.ts";
import { isLacking } from "#lib/sittings/answers/completeness.ts";
import type { AnswerValue, CaseQuestions } from "#lib/sittings/answers/schema.ts";

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

type Step = { position: number; isPractice: boolean; answer: AnswerValue | null; asked: CaseQuestions };

/** Where somebody who comes back finds themselves, in a line. */
export function welcomeBack(
  position: number,
  progress: readonly Step[],
  { answering }: Pick<PageWords, "answering">,
): string {
  const cases = progress.filter(({ isPractice }) => !isPractice);
  const at = cases.findIndex((one) => one.position === position);
  const isFirst = cases.find(isLacking)?.position === position;
  return fill(isFirst ? answering.welcomeBackFirst : answering.welcomeBack, { place: at + 1 });
}

/** Where one doesn't go back, what that means for a passage; null where one may. */
export const formatOneWay = (
  { mayGoBack, draftsCount }: Pick<CaseQuestions, "mayGoBack" | "draftsCount">,
  { case: words }: Pick<SittingWords, "case">,
): string | null => (mayGoBack ? null : draftsCount ? words.oneWayDrafts : words.oneWay);

type Place = { place: number; count: number; isPractice: boolean; words: Pick<SittingWords, "case"> };

/** Where one is; practice is counted apart. */
export const casePlace = ({ place, count, isPractice, words }: Place): string =>
  fill(isPractice ? words.case.practicePlace : words.case.place, { place, count });
