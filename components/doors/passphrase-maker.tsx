"use client";

import { useActionState } from "react";
import { Keepsake, type KeepsakeWords } from "#components/doors/keepsake.tsx";
import { problemIn, ProofField, type ProofWords } from "#components/doors/proof-field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { makePassphrase } from "#lib/auth/actions.ts";

export type PassphraseWords = {
  make: string;
  making: string;
  shown: string;
  once: string;
  failed: string;
  proof: ProofWords;
  keep: KeepsakeWords;
};
type Props = {
  handle: string;
  address: string;
  hasOne: boolean;
  asksCurrent: boolean;
  title: string;
  words: PassphraseWords;
};

/** A new passphrase at the press of a button, shown this once. */
export function PassphraseMaker({ handle, address, hasOne, asksCurrent, title, words }: Props) {
  const [state, action] = useActionState(makePassphrase, null);
  const ofProof = state && !state.ok && problemIn(state, words.proof);
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
        <form action={action} className="grid max-w-md gap-3">
          <FormMessage>{state && !ofProof && words.failed}</FormMessage>
          {asksCurrent && <ProofField name="current" refused={state} words={words.proof} />}
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
