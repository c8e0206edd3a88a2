import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { ReviewState } from "#lib/reviews/plan/schema.ts";

const tones = {
  draft: "neutral",
  open: "success",
  paused: "warning",
  closed: "info",
} as const satisfies Record<ReviewState, string>;

type BadgedReview = { state: ReviewState; isDemo: boolean; hasSimulated: boolean };

/** Where a review stands, and whether its people are real. */
export function ReviewBadges({ review: { state, isDemo, hasSimulated } }: { review: BadgedReview }) {
  const t = useTranslations("reviews");
  return (
    <span className="flex shrink-0 flex-wrap gap-1">
      <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      {isDemo && <Badge tone="info">{t("demo")}</Badge>}
      {hasSimulated && <Badge tone="warning">{t("simulated")}</Badge>}
    </span>
  );
}
