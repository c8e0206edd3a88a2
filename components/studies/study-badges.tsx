import clsx from "clsx";
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

type BadgedStudy = { state: StudyState; isDemo: boolean; hasSimulated: boolean };

/** Where a study stands, and whether its people are real. */
export function StudyBadges({
  study: { state, isDemo, hasSimulated },
  isWhole = false,
}: {
  study: BadgedStudy;
  /** In one line, however little room there is. */
  isWhole?: boolean;
}) {
  const t = useTranslations("studies");
  return (
    <span className={clsx("flex shrink-0 gap-1", !isWhole && "flex-wrap")}>
      <Badge tone={tones[state]}>{t(`states.${state}.name`)}</Badge>
      {isDemo && <Badge tone="info">{t("demo")}</Badge>}
      {hasSimulated && <Badge tone="warning">{t("simulated")}</Badge>}
    </span>
  );
}
