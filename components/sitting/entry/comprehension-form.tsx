"use client";

import type { ComponentProps } from "react";
import { Comprehension } from "#components/sitting/entry/comprehension.tsx";
import { useSteadyAction } from "#components/sitting/use-steady-action.ts";
import { refusalOf, type SittingWords } from "#components/sitting/words.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn } from "#components/ui/fields/submit-button.tsx";
import { understand } from "#lib/sittings/comprehension/actions.ts";

type Props = Pick<ComponentProps<typeof Comprehension>, "questions" | "language" | "isLast"> & {
  sittingId: string;
  tryNumber: number;
  words: Pick<SittingWords, "comprehension" | "goOn" | "own">;
  /** What is said where the form didn't get through. */
  unreached: string;
};

export function ComprehensionForm({ sittingId, tryNumber, unreached, ...asked }: Props) {
  const [state, action] = useSteadyAction(understand);
  const refusal = state && !state.ok ? state : null;
  const fields = refusal?.error === "invalid" ? refusal.fields : undefined;
  return (
    <Comprehension {...asked} errors={fields} form={{ action, onReset: keepFilledIn }}>
      <FormMessage>
        {refusal &&
          !fields &&
          (refusal.error === "unreached" ? unreached : refusalOf(refusal.error, asked.words.own))}
      </FormMessage>
      <input type="hidden" name="sittingId" value={sittingId} />
      <input type="hidden" name="tryNumber" value={tryNumber} />
    </Comprehension>
  );
}
