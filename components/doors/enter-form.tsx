"use client";

import { useActionState } from "react";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { enter } from "#lib/auth/actions.ts";

type Props = {
  token: string;
  words: { submit: string; busy: string; refused: string; keep?: { label: string; hint: string } };
};

/** The click that a link preview doesn't make. */
export function EnterForm({ token, words }: Props) {
  const [state, action] = useActionState(enter, null);
  return (
    <form action={action} className="grid gap-5">
      <FormMessage>{state && !state.ok && words.refused}</FormMessage>
      <input type="hidden" name="token" value={token} />
      {words.keep && <CheckboxField name="keep" label={words.keep.label} hint={words.keep.hint} />}
      <SubmitButton busyLabel={words.busy}>{words.submit}</SubmitButton>
    </form>
  );
}
