"use client";

import { useTranslations } from "next-intl";
import { GiveLink } from "#components/live/give-link.tsx";
import { ExcludeSitting, GiveTime, IncludeSitting, ReleasePlace } from "#components/live/sitting-actions.tsx";
import { SittingState } from "#components/live/sitting-state.tsx";
import type { SentSitting } from "#components/live/view.ts";
import { WithdrawSitting } from "#components/live/withdraw-sitting.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import type { JudgedPerson } from "#lib/study-results/people/care-queries.ts";
import type { StudyState } from "#lib/studies/schema.ts";

type Props = {
  studyId: string;
  state: StudyState;
  sitting: SentSitting;
  judged: JudgedPerson | undefined;
  onClose: () => void;
};

/** What an admin can do with one person's sitting as it stands now. */
export function ManageSitting({ studyId, state: study, sitting, judged, onClose }: Props) {
  const t = useTranslations();
  const { number, state, excludedAt, isReleased, isErased, timeAllowanceMs } = sitting;
  const isWithdrawn = state === "withdrawn";
  const isWorking = state === "started" && excludedAt === null;
  const subject = { studyId, sitting, onDone: onClose };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("live.manage.title", { number })}
      description={<p className="text-ink-muted">{t("live.manage.about")}</p>}
      closeLabel={t("shell.close")}
    >
      <SittingState sitting={sitting} judged={judged} study={study} isAmongPeople />
      {isWorking && timeAllowanceMs !== null && <GiveTime {...subject} />}
      {isWorking && !isReleased && <ReleasePlace {...subject} />}
      {!isWithdrawn &&
        (excludedAt === null ? <ExcludeSitting {...subject} /> : <IncludeSitting {...subject} />)}
      <GiveLink {...subject} />
      {isErased ? <p>{t("live.manage.none")}</p> : <WithdrawSitting {...subject} />}
    </Dialog>
  );
}
