"use client";

import { useActionState } from "react";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { goOnWithLost } from "#lib/sittings/returning/actions.ts";

type Props = {
  sittingId: string;
  words: { goOn: string; busy: string };
  /** By the code of what went wrong. */
  refusals: Readonly<Record<string, string>> & { other: string };
};

export function GoOnWithLost({ sittingId, words, refusals }: Props) {
  const [state, action] = useActionState(goOnWithLost, null);
  return (
    <form action={action} className="grid gap-3 pt-2">
      <FormMessage>{state && !state.ok && (refusals[state.error] ?? refusals.other)}</FormMessage>
      <input type="hidden" name="sittingId" value={sittingId} />
      <div>
        <SubmitButton busyLabel={words.busy}>{words.goOn}</SubmitButton>
      </div>
    </form>
  );
}
