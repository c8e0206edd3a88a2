"use client";

import { useActionState } from "react";
import { refusalOf } from "#components/sitting/refusal-of.ts";
import { SubmitConfirmation } from "#components/sitting/submit-confirmation.tsx";
import type { SittingWords } from "#components/sitting/words.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { FormMessage } from "#components/ui/form-message.tsx";
import { handIn } from "#lib/sittings/participant-actions.ts";

type Props = { sittingId: string; flagged: number; words: Pick<SittingWords, "submit" | "own"> };

export function HandInForm({ sittingId, flagged, words }: Props) {
  const [state, action] = useActionState(handIn, null);
  return (
    <SubmitConfirmation
      flagged={flagged}
      words={words}
      form={{ action }}
      back={<ButtonLink href={`/sittings/${sittingId}/overview`}>{words.submit.back}</ButtonLink>}
    >
      <FormMessage>{state && !state.ok && refusalOf(state.error, words.own)}</FormMessage>
      <input type="hidden" name="sittingId" value={sittingId} />
    </SubmitConfirmation>
  );
}
