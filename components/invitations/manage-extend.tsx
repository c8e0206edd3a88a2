"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ManagedInvitation } from "#components/invitations/invitation-row.ts";
import { CountField, LastDayField } from "#components/invitations/create-fields.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { extend } from "#lib/invitations/actions.ts";

type Props = { studyId: string; invitation: ManagedInvitation; onDone: (done: string) => void };

/** A later end, or room for more people. */
export function ExtendForm({ studyId, invitation: { id, number, way, lastDay, maxUses }, onDone }: Props) {
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
