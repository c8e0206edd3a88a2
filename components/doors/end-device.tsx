"use client";

import { useActionState } from "react";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { endDevice } from "#lib/auth/actions.ts";

type Props = { id: string; words: { submit: string; label: string; gone: string } };

export function EndDevice({ id, words }: Props) {
  const [state, action] = useActionState(endDevice, null);
  return (
    <form action={action} className="grid gap-2">
      <input type="hidden" name="id" value={id} />
      <SubmitButton variant="secondary" size="small" aria-label={words.label}>
        {words.submit}
      </SubmitButton>
      <FormMessage tone="info">{state && !state.ok && words.gone}</FormMessage>
    </form>
  );
}
