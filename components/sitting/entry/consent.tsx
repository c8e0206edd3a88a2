import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { ConsentLines } from "#components/sitting/entry/consent-lines.tsx";
import { ServiceLink } from "#components/sitting/entry/service-link.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import type { SittingWords } from "#components/sitting/words.ts";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { tickField } from "#lib/sittings/joining/consent-ticks.ts";
import type { ConsentLine } from "#lib/studies/opening/frozen-words.ts";
import type { FrozenWords } from "#lib/studies/schema.ts";

type Props = {
  text: ReactNode;
  /** Under the text, in its language. */
  lines: readonly ConsentLine[];
  ticks: FrozenWords["ticks"];
  language: string;
  words: Pick<SittingWords, "consent">;
  form: ComponentProps<"form">;
  /** Hidden fields and what went wrong. */
  children?: ReactNode;
  /** How one declines, as loudly as one agrees. */
  decline: ReactNode;
};

export function Consent({ text, lines, ticks = [], language, words, form, children, decline }: Props) {
  const { consent } = words;
  return (
    <section aria-labelledby="consent" className="grid gap-8">
      <h2 id="consent" className="text-xl font-semibold">
        {consent.title}
      </h2>
      <div>{text}</div>
      <ConsentLines lines={lines} language={language} words={words} />
      <form {...form} className={clsx("grid gap-5", lines.length === 0 && "border-t border-line pt-8")}>
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
        {children}
        <div className="flex flex-wrap gap-3">
          <SubmitButton busyLabel={consent.agreeing}>{consent.agree}</SubmitButton>
          {decline}
        </div>
      </form>
    </section>
  );
}

type DeclinedProps = {
  words: Pick<SittingWords, "declined">;
  /** Where the recruiting service takes people back who don't take part. */
  returnAddress: string | null;
  back: ReactNode;
};

export function Declined({ words: { declined }, returnAddress, back }: DeclinedProps) {
  return (
    <div className="grid gap-6">
      <PageTitle>{declined.title}</PageTitle>
      <p>{declined.body}</p>
      <ServiceLink address={returnAddress} label={declined.toProlific} />
      <p className="text-ink-muted">{declined.changed}</p>
      <div>{back}</div>
    </div>
  );
}
