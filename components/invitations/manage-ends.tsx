"use client";

import { useTranslations } from "next-intl";
import type { ManagedInvitation } from "#components/invitations/invitation-row.ts";
import { useShowCreated } from "#components/invitations/created-invitations.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { reissue, revoke } from "#lib/invitations/actions.ts";

type Props = { studyId: string; invitation: ManagedInvitation; onDone: (done?: string) => void };

/** For a lost link: another takes its place, and it dies. */
export function ReissueForm({ studyId, invitation, onDone }: Props) {
  const t = useTranslations("invitations.manage.reissue");
  const show = useShowCreated();
  const { id, number, way, state, lastDay } = invitation;
  const { run, refusal } = useFormAction(reissue, {
    errors: "invitations.errors",
    fieldErrors: "invitations.fieldErrors",
    onDone: (created) => {
      show({ way, invitations: [created], until: state === "expired" ? "" : lastDay, replaces: number });
      onDone();
    },
  });
  const about =
    way === "invitation" && state === "used" ? "used" : way === "invitation" ? "unused" : "public";
  return (
    <form action={run} className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{t("title")}</h3>
      <p className="text-ink-muted">{t(`about.${about}`)}</p>
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name="studyId" value={studyId} />
      <input type="hidden" name="invitationId" value={id} />
      <div>
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {t("submit")}
        </SubmitButton>
      </div>
    </form>
  );
}

export function RevokeForm({ studyId, invitation: { id, number, uses }, onDone }: Props) {
  const t = useTranslations("invitations.manage.revoke");
  const { run, refusal } = useFormAction(revoke, {
    errors: "invitations.errors",
    fieldErrors: "invitations.fieldErrors",
    onDone: () => onDone(t("done", { number })),
  });
  return (
    <form action={run} className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{t("title")}</h3>
      <p className="text-ink-muted">{t("about", { uses })}</p>
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name="studyId" value={studyId} />
      <input type="hidden" name="invitationId" value={id} />
      <div>
        <SubmitButton variant="danger" busyLabel={t("busy")}>
          {t("submit")}
        </SubmitButton>
      </div>
    </form>
  );
}
