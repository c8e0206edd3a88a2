import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { textIn, type ReviewSettings } from "#lib/reviews/plan/schema.ts";
import type { HistoryDecision } from "#lib/reviews/results/item-queries.ts";

type DecisionChoices = Pick<ReviewSettings, "decisions" | "errorTypes">;

/** Decisions and errors in the review's own words. */
export function useDecisionWords({ decisions, errorTypes }: DecisionChoices) {
  const t = useTranslations("reviews.said");
  const locale = useLocale();
  const find = (named: ReviewSettings["errorTypes"], key: string | null) => {
    const words = named.find((one) => one.key === key)?.words;
    return words ? textIn(words, locale) : (key ?? "");
  };
  const reasonOf = (key: string | null) => find(decisions.reasons, key);
  return {
    reasonOf,
    errorOf: (key: string | null) => find(errorTypes, key),
    decision: ({ accepts, reason }: { accepts: boolean; reason: string | null }) =>
      accepts
        ? t("accepted", { words: textIn(decisions.acceptWord, locale) })
        : t("rejected", { reason: reasonOf(reason) }),
  };
}
export type DecisionWords = ReturnType<typeof useDecisionWords>;

export const Comment = ({ children }: { children: ReactNode }) =>
  children ? <p className="measure whitespace-pre-line text-ink-muted">{children}</p> : null;

type Member = HistoryDecision["annotator"];

/** By the number that figures and files have, and the name. */
export function useMemberName() {
  const t = useTranslations("reviews.said");
  return ({ number, user }: Member) => t("member", { number, name: user.name });
}
