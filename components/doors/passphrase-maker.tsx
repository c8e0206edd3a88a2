"use client";

import { useActionState } from "react";
import { FormMessage } from "#components/ui/form-message.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { makePassphrase } from "#lib/auth/actions.ts";

type Props = {
  hasOne: boolean;
  words: { make: string; making: string; shown: string; once: string; failed: string };
};

export function PassphraseMaker({ hasOne, words }: Props) {
  const [state, action] = useActionState(makePassphrase, null);
  return (
    <>
      <div role="status">
        {state?.ok && (
          <div className="grid gap-2 rounded-md border border-accent bg-accent-tint p-4">
            <p className="font-medium">{words.shown}</p>
            <p lang="en" className="text-xl font-semibold select-all">
              {state.value}
            </p>
            <p className="text-sm">{words.once}</p>
          </div>
        )}
      </div>
      {!state?.ok && (
        <form action={action} className="grid gap-3">
          <FormMessage>{state && words.failed}</FormMessage>
          <div>
            <SubmitButton variant={hasOne ? "secondary" : "primary"} busyLabel={words.making}>
              {words.make}
            </SubmitButton>
          </div>
        </form>
      )}
    </>
  );
}
