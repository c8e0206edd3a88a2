"use client";

import { ProofField, problemIn, type ProofWords } from "#components/doors/proof-field.tsx";
import { useSteadyAction } from "#components/sitting/use-steady-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { goBackIn } from "#lib/sittings/returning/actions.ts";

type Props = {
  code: string;
  pid: string | null;
  asksPassphrase: boolean;
  words: { goOn: string; busy: string; proof: ProofWords };
  /** By the code of what went wrong. */
  refusals: Readonly<Record<string, string>> & { other: string };
};

/** The click that a link preview doesn't make. */
export function ReturnForm({ code, pid, asksPassphrase, words, refusals }: Props) {
  const [refused, action] = useSteadyAction(goBackIn);
  const ofProof = refused && problemIn(refused, words.proof);
  return (
    <form action={action} className="grid max-w-md gap-5">
      <FormMessage>
        {refused && !(asksPassphrase && ofProof) && (ofProof ?? refusals[refused.error] ?? refusals.other)}
      </FormMessage>
      <input type="hidden" name="code" value={code} />
      {pid !== null && <input type="hidden" name="pid" value={pid} />}
      {asksPassphrase && <ProofField name="passphrase" refused={refused} words={words.proof} />}
      <div>
        <SubmitButton busyLabel={words.busy}>{words.goOn}</SubmitButton>
      </div>
    </form>
  );
}
