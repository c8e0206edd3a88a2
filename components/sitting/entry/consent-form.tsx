"use client";

import type { ComponentProps } from "react";
import { Consent } from "#components/sitting/entry/consent.tsx";
import { useSteadyAction } from "#components/sitting/use-steady-action.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn } from "#components/ui/fields/submit-button.tsx";
import { join } from "#lib/sittings/joining/participant-actions.ts";

type Props = Pick<ComponentProps<typeof Consent>, "text" | "lines" | "ticks" | "language"> & {
  words: Pick<SittingWords, "consent">;
  /** What is sent along. */
  given: Readonly<Record<string, string>>;
  declineAddress: string;
  /** By the code of what went wrong. */
  refusals: Readonly<Record<string, string>> & { other: string };
};

export function ConsentForm({ words, given, declineAddress, refusals, ...read }: Props) {
  const [state, action] = useSteadyAction(join);
  return (
    <Consent
      {...read}
      words={words}
      form={{ action, onReset: keepFilledIn }}
      decline={<ButtonLink href={declineAddress}>{words.consent.decline}</ButtonLink>}
    >
      <FormMessage>{state && !state.ok && (refusals[state.error] ?? refusals.other)}</FormMessage>
      {Object.entries(given).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </Consent>
  );
}
