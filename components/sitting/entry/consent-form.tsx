"use client";

import clsx from "clsx";
import type { ReactNode } from "react";
import { ConsentLines } from "#components/sitting/entry/consent-lines.tsx";
import { useSteadyAction, type Action } from "#components/sitting/use-steady-action.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { tickField } from "#lib/sittings/joining/consent-ticks.ts";
import { join } from "#lib/sittings/joining/participant-actions.ts";
import type { ConsentLine } from "#lib/studies/opening/frozen-words.ts";
import type { FrozenWords } from "#lib/studies/schema.ts";

type Props = {
  text: ReactNode;
  /** Under the text, in its language. */
  lines: readonly ConsentLine[];
  ticks: FrozenWords["ticks"];
  language: string;
  words: Pick<SittingWords, "consent">;
  /** What is sent along. */
  given: Readonly<Record<string, string>>;
  declineAddress: string;
  /** By the code of what went wrong. */
  refusals: Readonly<Record<string, string>> & { other: string };
  /** What takes it, where that isn't the server. */
  sendTo?: Action;
};

export function ConsentForm(props: Props) {
  const { text, lines, ticks = [], language, words, given, declineAddress, refusals, sendTo = join } = props;
  const [refused, action] = useSteadyAction(sendTo);
  const { consent } = words;
  return (
    <section aria-labelledby="consent" className="grid gap-8">
      <h2 id="consent" className="text-xl font-semibold">
        {consent.title}
      </h2>
      <div>{text}</div>
      <ConsentLines lines={lines} language={language} words={words} />
      <form
        action={action}
        onReset={keepFilledIn}
        className={clsx("grid gap-5", lines.length === 0 && "border-t border-line pt-8")}
      >
        {ticks.length > 0 && (
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-semibold">{consent.ticks}</legend>
            {ticks.map(({ key, label }) => (
              <CheckboxField
                key={key}
                name={tickField(key)}
                required
                label={<span lang={language}>{label}</span>}
              />
            ))}
          </fieldset>
        )}
        <FormMessage>{refused && (refusals[refused.error] ?? refusals.other)}</FormMessage>
        {Object.entries(given).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {/* One declines as loudly as one agrees. */}
        <div className="flex flex-wrap gap-3">
          <SubmitButton busyLabel={consent.agreeing}>{consent.agree}</SubmitButton>
          <ButtonLink href={declineAddress}>{consent.decline}</ButtonLink>
        </div>
      </form>
    </section>
  );
}
