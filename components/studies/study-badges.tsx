import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import type { StudyState } from "#lib/studies/schema.ts";

const tones = {
  draft: "neutral",
  open: "success",
  paused: "warning",
  closed: "info",
  archived: "neutral",
} as const satisfies Record<StudyState, string>;

type Marked = { state: StudyState; isDemo: boolean; hasSimulated: boolean };

/** Where a study stands, and whether its people are real. */
export function StudyBadges({ study: { state, isDemo, hasSimulated } }: { study: Marked }) {
  const t = useTranslations("studies");
  return (
    <span className="flex shrink-0 flex-wrap gap-1">
      <Badge tone={tones[state]}>{t(`states.${state}.name`)}</Badge>
      {isDemo && <Badge tone="info">{t("demo")}</Badge>}
      {hasSimulated && <Badge tone="warning">{t("simulated")}</Badge>}
    </span>
  );
}
