"use client";

import clsx from "clsx";
import { problemIn, ProofField, type ProofWords } from "#components/doors/proof-field.tsx";
import { useSteadyAction } from "#components/sitting/use-steady-action.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { withdrawMyself } from "#lib/sittings/ending/withdraw-actions.ts";

export type WithdrawWords = {
  erase: string;
  eraseHint: string;
  sure: string;
  notSure: string;
  submit: string;
  busy: string;
  back: string;
  unreached: string;
  failed: string;
  passphraseHint: string;
  proof: ProofWords;
};
type Props = {
  sittingId: string;
  /** Withdrawn already: what is left is to have the answers erased. */
  onlyErase: boolean;
  /** Before anything is erased the passphrase is asked for, where there is one. */
  asksPassphrase: boolean;
  words: WithdrawWords;
};

export function WithdrawForm({ sittingId, onlyErase, asksPassphrase, words }: Props) {
  const [wrong, action] = useSteadyAction(withdrawMyself);
  const isUnsure = wrong?.error === "invalid";
  const ofProof = wrong && problemIn(wrong, words.proof);
  return (
    <form
      action={action}
      onReset={keepFilledIn}
      noValidate
      className="group grid gap-5 border-t border-line pt-8"
    >
      <FormMessage>
        {wrong && !isUnsure && !ofProof && (wrong.error === "unreached" ? words.unreached : words.failed)}
      </FormMessage>
      <input type="hidden" name="sittingId" value={sittingId} />
      {onlyErase ? (
        <input type="hidden" name="erase" value="on" />
      ) : (
        <CheckboxField name="erase" label={words.erase} hint={words.eraseHint} />
      )}
      {asksPassphrase && (
        <div className={clsx("max-w-md", !onlyErase && "hidden group-has-[[name=erase]:checked]:block")}>
          <ProofField
            name="passphrase"
            hint={words.passphraseHint}
            refused={ofProof ? wrong : null}
            words={words.proof}
          />
        </div>
      )}
      <CheckboxField name="sure" label={words.sure} required error={isUnsure ? words.notSure : undefined} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton variant="danger" busyLabel={words.busy}>
          {words.submit}
        </SubmitButton>
        <ButtonLink href={`/sittings/${sittingId}`}>{words.back}</ButtonLink>
      </div>
    </form>
  );
}
