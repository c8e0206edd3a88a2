import type { useTranslations } from "next-intl";
import type { AgreementPart } from "#lib/study-results/agreement/agreement.ts";

export type AgreementWords = ReturnType<typeof useTranslations<"resultsAgreement">>;
const worded = [
  "no_items",
  "no_pairs",
  "one_category",
  "unequal_ratings",
  "no_variation",
  "own_categories",
  "mixed_categories",
  "undeclared_category",
  "too_few_raters",
  "too_few_groups",
  "no_error",
  "degenerate",
  "interim",
  "too_few",
] as const;

/** Why a figure isn't there, with the numbers that make it so. */
export function reasonWords(
  t: AgreementWords,
  { least, most, answers, cases }: Pick<AgreementPart, "least" | "most" | "answers" | "cases">,
) {
  return (reason: string | null): string => {
    const known = worded.find((wordedReason) => wordedReason === reason);
    return t(`reasons.${known ?? "other"}`, { least, most, answers, cases });
  };
}
