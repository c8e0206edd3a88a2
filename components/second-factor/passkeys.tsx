"use client";

import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { AskAgain } from "#components/second-factor/ask-again.tsx";
import { makePasskey } from "#components/second-factor/ceremonies.ts";
import { RecoveryCodeList } from "#components/second-factor/recovery-codes.tsx";
import { RemoveFactor } from "#components/second-factor/remove-factor.tsx";
import { useFormatError } from "#components/second-factor/use-format-error.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { addPasskey, askNewPasskey, removePasskey } from "#lib/auth/second-factor/actions.ts";
import { fail } from "#lib/result.ts";

type Props = {
  passkeys: readonly { id: string; name: string; since: string; lastUsed: string }[];
  /** What this device is called, as a first idea of a name. */
  device: string;
};

export function Passkeys({ passkeys, device }: Props) {
  const t = useTranslations("secondFactor");
  return (
    <div className="grid gap-4">
      <p>{t("passkeys.intro")}</p>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {passkeys.map(({ id, name, since, lastUsed }) => (
            <li key={id} className="flex flex-wrap items-start justify-between gap-3 py-3">
              <div>
                <p className="font-medium">{name}</p>
                <p className="text-sm text-ink-muted">
                  {since} · {lastUsed}
                </p>
              </div>
              <RemoveFactor action={removePasskey} id={id} label={t("passkeys.remove", { name })} />
            </li>
          ))}
        </ul>
      )}
      <NewPasskey device={device} />
    </div>
  );
}

async function offer(_previous: unknown, form: FormData) {
  const asked = await askNewPasskey(null, form);
  if (!asked.ok) return asked;
  const answer = await makePasskey(asked.value);
  if (answer === null) return fail("cancelled");
  form.set("answer", answer);
  return addPasskey(null, form);
}

function NewPasskey({ device }: { device: string }) {
  const t = useTranslations("secondFactor");
  const formatError = useFormatError();
  const [state, action] = useActionState<ActionState<{ codes: string[] }>, FormData>(offer, null);
  const [name, setName] = useState(device);
  const isNameless = state && !state.ok && state.fields?.name !== undefined;
  return (
    <>
      {state?.ok && state.value.codes.length > 0 && <RecoveryCodeList codes={state.value.codes} />}
      <p role="status" className="empty:hidden">
        {state?.ok && t("passkeys.added")}
      </p>
      <ScriptForm action={action} className="grid max-w-md gap-4">
        <FormMessage>{formatError(state)}</FormMessage>
        <TextField
          name="name"
          label={t("passkeys.name")}
          hint={t("passkeys.nameHint")}
          error={isNameless && t("errors.nameless")}
          value={name}
          onChange={(event) => setName(event.target.value)}
          autoComplete="off"
          maxLength={100}
        />
        <AskAgain state={state} />
        <div>
          <SubmitButton variant="secondary" busyLabel={t("busy")}>
            {t("passkeys.add")}
          </SubmitButton>
        </div>
      </ScriptForm>
    </>
  );
}
