import type { ComponentProps, ReactNode } from "react";
import { PageTitle } from "#components/sitting/page-title.tsx";
import type { SittingWords } from "#components/sitting/words.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";

type Props = {
  text: ReactNode;
  words: Pick<SittingWords, "consent">;
  notes?: ReactNode;
  form: ComponentProps<"form">;
  /** Hidden fields and what went wrong. */
  children?: ReactNode;
  /** How one declines, as loudly as one agrees. */
  decline: ReactNode;
};

export function Consent({ text, words: { consent }, notes, form, children, decline }: Props) {
  return (
    <div className="grid gap-8">
      <PageTitle>{consent.title}</PageTitle>
      {notes}
      <div>{text}</div>
      <form {...form} className="grid gap-5 border-t border-line pt-8">
        {children}
        <div className="flex flex-wrap gap-3">
          <SubmitButton busyLabel={consent.agreeing}>{consent.agree}</SubmitButton>
          {decline}
        </div>
      </form>
    </div>
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
      {returnAddress && (
        <div>
          <ButtonLink href={returnAddress} rel="noreferrer" variant="primary">
            {declined.toProlific}
          </ButtonLink>
        </div>
      )}
      <p className="text-ink-muted">{declined.changed}</p>
      <div>{back}</div>
    </div>
  );
}
