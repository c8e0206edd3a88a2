"use client";

import { useActionState } from "react";
import { AskAgain } from "#components/second-factor/ask-again.tsx";
import { useFormatError } from "#components/second-factor/use-format-error.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import type { Result } from "#lib/result.ts";

type Props = {
  action: (previous: ActionState, form: FormData) => Promise<Result>;
  id?: string;
  label: string;
};

export function RemoveFactor({ action, id, label }: Props) {
  const formatError = useFormatError();
  const [state, remove] = useActionState(action, null);
  return (
    <form action={remove} className="grid justify-items-start gap-3">
      {id && <input type="hidden" name="id" value={id} />}
      <FormMessage>{formatError(state)}</FormMessage>
      <AskAgain state={state} />
      <SubmitButton variant="secondary" size="small">
        {label}
      </SubmitButton>
    </form>
  );
}
