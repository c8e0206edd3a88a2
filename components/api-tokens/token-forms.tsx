"use client";

import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { AskAgain } from "#components/second-factor/ask-again.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyableLink } from "#components/ui/copy/copyable-link.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { makeToken, revoke } from "#lib/api-tokens/actions.ts";
import { mostTokens, tokenDays } from "#lib/api-tokens/schema.ts";
import { useToast } from "#components/ui/toast.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";

const saidElsewhere = ["invalid", "ask_again"];

/** A new key for every token: what was shown once doesn't come back. */
export function NewToken() {
  const [turn, setTurn] = useState(0);
  return <TokenForm key={turn} onAnother={() => setTurn(turn + 1)} />;
}

function TokenForm({ onAnother }: { onAnother: () => void }) {
  const t = useTranslations("apiTokens");
  const shell = useTranslations("shell");
  const [state, action] = useActionState(makeToken, null);
  const [name, setName] = useState("");
  const [days, setDays] = useState("90");
  const formatCode = (code: string) =>
    t.has(`errors.${code}` as never)
      ? t(`errors.${code}` as "errors.unknown", { most: mostTokens })
      : t("errors.unknown");
  if (state?.ok) {
    return (
      <div className="grid gap-3">
        <CopyableLink
          label={t("create.label", { name: state.value.name })}
          value={state.value.token}
          words={{ copy: shell("copy"), copied: shell("copied"), selected: shell("selected") }}
        />
        <p role="status">{t("create.once")}</p>
        <div>
          <Button onClick={onAnother}>{t("create.another")}</Button>
        </div>
      </div>
    );
  }
  const fields = state?.fields ?? {};
  return (
    <form action={action} onReset={keepFilledIn} className="grid max-w-md gap-4">
      <FormMessage>{state && !saidElsewhere.includes(state.error) && formatCode(state.error)}</FormMessage>
      <TextField
        name="name"
        label={t("create.name")}
        hint={t("create.nameHint")}
        error={fields.name && formatCode(fields.name)}
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoComplete="off"
      />
      <SelectField
        name="days"
        label={t("create.days")}
        value={days}
        onChange={(event) => setDays(event.target.value)}
        error={fields.days && formatCode(fields.days)}
      >
        {tokenDays.map((days) => (
          <option key={days} value={days}>
            {t("create.dayCount", { days })}
          </option>
        ))}
      </SelectField>
      <AskAgain state={state} />
      <div>
        <SubmitButton busyLabel={t("create.busy")}>{t("create.submit")}</SubmitButton>
      </div>
    </form>
  );
}

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
