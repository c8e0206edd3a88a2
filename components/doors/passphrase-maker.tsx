"use client";

import { useActionState } from "react";
import { Keepsake, type KeepsakeWords } from "#components/doors/keepsake.tsx";
import { FormMessage } from "#components/ui/form-message.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { makePassphrase } from "#lib/auth/actions.ts";

export type PassphraseWords = {
  make: string;
  making: string;
  shown: string;
  once: string;
  failed: string;
  keep: KeepsakeWords;
};
type Props = { handle: string; address: string; hasOne: boolean; title: string; words: PassphraseWords };

/** A new passphrase at the press of a button, shown this once. */
export function PassphraseMaker({ handle, address, hasOne, title, words }: Props) {
  const [state, action] = useActionState(makePassphrase, null);
  return (
    <>
      <div role="status">
        {state?.ok && (
          <div className="grid gap-3 rounded-md border border-accent bg-accent-tint p-4">
            <p className="font-medium">{words.shown}</p>
            <Keepsake
              title={title}
              handle={handle}
              passphrase={state.value}
              address={address}
              words={words.keep}
            />
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
