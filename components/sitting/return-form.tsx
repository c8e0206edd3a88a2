"use client";

import { useSteadyAction } from "#components/sitting/use-steady-action.ts";
import { FormMessage } from "#components/ui/form-message.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { goBackIn } from "#lib/sittings/return-actions.ts";

type Props = {
  code: string;
  pid: string | null;
  words: { goOn: string; busy: string };
  /** By the code of what went wrong. */
  refusals: Readonly<Record<string, string>> & { other: string };
};

/** The click that a link preview doesn't make. */
export function ReturnForm({ code, pid, words, refusals }: Props) {
  const [state, action] = useSteadyAction(goBackIn);
  return (
    <form action={action} className="grid gap-5">
      <FormMessage>{state && !state.ok && (refusals[state.error] ?? refusals.other)}</FormMessage>
      <input type="hidden" name="code" value={code} />
      {pid !== null && <input type="hidden" name="pid" value={pid} />}
      <div>
        <SubmitButton busyLabel={words.busy}>{words.goOn}</SubmitButton>
      </div>
    </form>
  );
}
