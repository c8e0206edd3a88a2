import { useTranslations } from "next-intl";
import { stateOf, type PersonState, type SentSitting } from "#components/live/view.ts";
import { Badge } from "#components/ui/badge.tsx";
import type { StudyState } from "#lib/studies/schema.ts";

const tones = {
  consented: "neutral",
  started: "info",
  submitted: "success",
  withdrawn: "neutral",
  droppedOut: "warning",
  unfinished: "neutral",
} as const satisfies Record<PersonState, string>;

type Props = {
  sitting: SentSitting;
  study: StudyState;
  /** Where everybody is simulated, the page says so once. */
  isAmongPeople: boolean;
};

/** Where one person stands, and what was done with their sitting. */
export function SittingState({ sitting, study, isAmongPeople }: Props) {
  const t = useTranslations("live.people");
  const state = stateOf(sitting, study);
  const isExcluded = sitting.excludedAt !== null && state !== "withdrawn";
  return (
    <span className="grid gap-1">
      <span className="flex flex-wrap gap-1">
        <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
        {isExcluded && <Badge tone="danger">{t("states.excluded")}</Badge>}
        {sitting.isReleased && state !== "withdrawn" && <Badge tone="warning">{t("states.released")}</Badge>}
        {sitting.isErased && <Badge>{t("states.erased")}</Badge>}
        {sitting.isSimulated && isAmongPeople && <Badge tone="warning">{t("states.simulated")}</Badge>}
      </span>
      {sitting.partialCode && state === "unfinished" && (
        <span className="text-sm text-ink-muted">
          {t("partialCode")} <code className="font-mono whitespace-nowrap">{sitting.partialCode}</code>
        </span>
      )}
      {isExcluded && (
        <span dir="auto" className="max-w-72 text-sm wrap-anywhere text-ink-muted">
          {t("excludedBecause", {
            by: sitting.excludedBy ?? t("somebody"),
            reason: sitting.excludedReason ?? "",
          })}
        </span>
      )}
    </span>
  );
}
