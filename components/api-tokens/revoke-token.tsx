"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { revoke } from "#lib/api-tokens/actions.ts";
import type { ActionState } from "#lib/auth/define-action.ts";

export function RevokeToken({ id, name }: { id: string; name: string }) {
  const t = useTranslations("apiTokens");
  const notify = useToast();
  // Said in a toast: the row that asked is gone once the list is drawn anew.
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const revoked = await revoke(previous, form);
    if (revoked.ok) notify({ title: t("revoked", { name }) });
    return revoked;
  }, null);
  const refusal = state && !state.ok ? (state.error === "not_found" ? "not_found" : "unknown") : null;
  return (
    <form action={action} className="grid justify-items-start gap-2">
      <input type="hidden" name="id" value={id} />
      <SubmitButton variant="secondary" size="small" aria-label={t("revokeLabel", { name })}>
        {t("revoke")}
      </SubmitButton>
      <FormMessage tone="info">{refusal && t(`errors.${refusal}`)}</FormMessage>
    </form>
  );
}
