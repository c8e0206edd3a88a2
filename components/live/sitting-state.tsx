import { useTranslations } from "next-intl";
import { stateOf, type PersonState, type SerializedSitting } from "#components/live/view.ts";
import { formatExclusion } from "#components/study-results/people/flag-words.ts";
import { Badge } from "#components/ui/badge.tsx";
import type { PersonFlags } from "#lib/study-results/people/care-queries.ts";
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
  sitting: SerializedSitting;
  judged: PersonFlags | undefined;
  study: StudyState;
  /** Where everybody is simulated, the page says so once. */
  isAmongPeople: boolean;
};

/** Where one person stands, and what was done with their sitting. */
export function SittingState({ sitting, judged, study, isAmongPeople }: Props) {
  const t = useTranslations("live.people");
  const people = useTranslations("resultsPeople");
  const state = stateOf(sitting, study);
  const isByHand = sitting.excludedAt !== null && state !== "withdrawn";
  const reasons = state === "withdrawn" ? [] : (judged?.reasons ?? []);
  return (
    <span className="flex items-center gap-2">
      <span className="flex gap-1">
        <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
        {(isByHand || reasons.length > 0) && <Badge tone="danger">{t("states.excluded")}</Badge>}
        {sitting.isReleased && state !== "withdrawn" && <Badge tone="warning">{t("states.released")}</Badge>}
        {sitting.isErased && <Badge>{t("states.erased")}</Badge>}
        {sitting.isSimulated && isAmongPeople && <Badge tone="warning">{t("states.simulated")}</Badge>}
      </span>
      {sitting.partialCode && state === "unfinished" && (
        <code title={t("partialCode")} className="font-mono text-xs whitespace-nowrap text-ink-muted">
          <span className="sr-only">{t("partialCode")} </span>
          {sitting.partialCode}
        </code>
      )}
      {isByHand && <Why sitting={sitting} />}
      {reasons.length > 0 && (
        <span className="text-sm text-ink-muted">
          {reasons.map((reason) => formatExclusion(people, { reason, note: null })).join(" · ")}
        </span>
      )}
    </span>
  );
}

/** One line of the reason; all of it for whoever points at it. */
function Why({ sitting: { excludedBy, excludedReason } }: Pick<Props, "sitting">) {
  const t = useTranslations("live.people");
  const why = t("excludedBecause", { by: excludedBy ?? t("somebody"), reason: excludedReason ?? "" });
  return (
    <span dir="auto" title={why} className="max-w-40 truncate text-sm text-ink-muted">
      {why}
    </span>
  );
}
