import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { distinctName } from "#lib/study-results/models/models.ts";
import type { RunRow } from "#lib/study-results/rows/rows.ts";
import type { Judge } from "#lib/study-results/kinds/rating/judges.ts";

export const wordsOfOrigins = (locale: Locale) => wordsIn(locale, "resultsRatings.origins");

/** As a heading has it: with what its numbers are multiplied by. */
export function formatJudgeName(judge: Judge, runs: readonly RunRow[], locale: Locale): string {
  const t = wordsOfOrigins(locale);
  if (judge.run === null) return t(`measures.${judge.kind}`);
  const name = distinctName(judge.run, runs);
  return judge.isShare ? t("named.share", { name }) : name;
}

/** What lies between 0 and 1 is written × 100. */
export const scaleOf = ({ isShare }: Pick<Judge, "isShare">): 1 | 100 => (isShare ? 100 : 1);

const worded = [
  "no_items",
  "no_pairs",
  "too_few_items",
  "too_few_raters",
  "too_few_groups",
  "missing_ratings",
  "one_category",
  "constant",
  "no_error",
  "no_variation",
  "disconnected",
  "degenerate",
  "interim",
] as const;

/** Why a figure isn't there, within a sentence. */
export function wordWhy(reason: string | null, locale: Locale): string {
  return wordsOfOrigins(locale)(`reasons.${worded.find((one) => one === reason) ?? "other"}`);
}
