"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { invitationLink } from "#components/invitations/address.ts";
import { actionsOf, type ManagedInvitation } from "#components/invitations/invitation-row.ts";
import { ExtendForm } from "#components/invitations/manage-extend.tsx";
import { ReissueForm, RevokeForm } from "#components/invitations/manage-ends.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyableLink } from "#components/ui/copy/copyable-link.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";

type Props = { studyId: string; base: string; invitation: ManagedInvitation };

/** What can be done with one invitation. */
export function ManageInvitation({ studyId, base, invitation }: Props) {
  const t = useTranslations();
  const notify = useToast();
  const [open, setOpen] = useState(false);
  const { number, way, publicCode } = invitation;
  const actions = actionsOf(invitation);
  const finish = (done?: string) => {
    setOpen(false);
    if (done) notify({ title: done });
  };
  const form = { studyId, invitation, onDone: finish };
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={t("invitations.manage.title", { number })}
      closeLabel={t("shell.close")}
      trigger={
        <Button size="small" aria-label={t("invitations.manage.openOf", { number })}>
          {t("invitations.manage.open")}
        </Button>
      }
    >
      {actions.link && publicCode && (
        <CopyableLink
          label={t(`invitations.manage.link.${way}`)}
          value={invitationLink(base, way, publicCode)}
          words={{ copy: t("shell.copy"), copied: t("shell.copied"), selected: t("shell.selected") }}
        />
      )}
      {actions.extend && <ExtendForm {...form} />}
      {actions.reissue && <ReissueForm {...form} />}
      {actions.revoke && <RevokeForm {...form} />}
    </Dialog>
  );
}
