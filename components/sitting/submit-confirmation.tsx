import type { ComponentProps, ReactNode } from "react";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { fill, type SittingWords } from "#components/sitting/words.ts";
import { SubmitButton } from "#components/ui/submit-button.tsx";

type Props = {
  flagged: number;
  words: Pick<SittingWords, "submit">;
  form: ComponentProps<"form">;
  children?: ReactNode;
  back: ReactNode;
};

/** One clear question, once. */
export function SubmitConfirmation({ flagged, words: { submit }, form, children, back }: Props) {
  return (
    <div className="grid gap-6">
      <PageTitle>{submit.title}</PageTitle>
      <p>{submit.body}</p>
      {flagged > 0 && <p>{fill(submit.flagged, { count: flagged })}</p>}
      <form {...form} className="grid gap-4">
        {children}
        <div className="flex flex-wrap gap-3">
          <SubmitButton busyLabel={submit.busy}>{submit.confirm}</SubmitButton>
          {back}
        </div>
      </form>
    </div>
  );
}
