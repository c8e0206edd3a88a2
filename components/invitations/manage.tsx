"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { invitationLink } from "#components/invitations/address.ts";
import type { ListedInvitation } from "#lib/invitations/queries.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyableLink } from "#components/ui/copy/copyable-link.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { useShowCreated } from "#components/invitations/sheet.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { reissue, revoke, extend } from "#lib/invitations/actions.ts";
import { CountField, LastDayField } from "#components/invitations/create-section.tsx";

/** What the browser is told of it; the day of its end as a date field has it. */
type ManagedInvitation = Pick<
  ListedInvitation,
  "id" | "number" | "recruitment" | "state" | "uses" | "maxUses" | "publicCode"
> & { lastDay: string };
type Props = {
  studyId: string;
  base: string;
  invitation: ManagedInvitation;
  actions: Readonly<Record<"link" | "extend" | "reissue" | "revoke", boolean>>;
};

/** What can be done with one invitation. */
export function ManageInvitation({ studyId, base, invitation, actions }: Props) {
  const t = useTranslations();
  const notify = useToast();
  const [open, setOpen] = useState(false);
  const { number, recruitment: way, publicCode } = invitation;
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

type ReissueFormProps = { studyId: string; invitation: ManagedInvitation; onDone: (done?: string) => void };

/** For a lost link: another takes its place, and it dies. */
function ReissueForm({ studyId, invitation, onDone }: ReissueFormProps) {
  const t = useTranslations("invitations.manage.reissue");
  const show = useShowCreated();
  const { id, number, recruitment: way, state, lastDay } = invitation;
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

function RevokeForm({ studyId, invitation: { id, number, uses }, onDone }: ReissueFormProps) {
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

type ExtendFormProps = { studyId: string; invitation: ManagedInvitation; onDone: (done: string) => void };

/** A later end, or room for more people. */
function ExtendForm({
  studyId,
  invitation: { id, number, recruitment: way, lastDay, maxUses },
  onDone,
}: ExtendFormProps) {
  const t = useTranslations("invitations");
  const [until, setUntil] = useState(lastDay);
  const [most, setMost] = useState(String(maxUses));
  const { run, refusal, errorOf } = useFormAction(extend, {
    errors: "invitations.errors",
    fieldErrors: "invitations.fieldErrors",
    onDone: () => onDone(t("manage.extend.done", { number })),
  });
  return (
    <form action={run} noValidate className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{t("manage.extend.title")}</h3>
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name="studyId" value={studyId} />
      <input type="hidden" name="invitationId" value={id} />
      <LastDayField value={until} onChange={setUntil} error={errorOf("expiresAt")} />
      {way !== "invitation" && (
        <CountField name="maxUses" value={most} onChange={setMost} error={errorOf("maxUses")} />
      )}
      <div>
        <SubmitButton variant="secondary" busyLabel={t("manage.busy")}>
          {t("manage.extend.submit")}
        </SubmitButton>
      </div>
    </form>
  );
}
