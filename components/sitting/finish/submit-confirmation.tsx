import type { ComponentProps, ReactNode } from "react";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { fill, type SittingWords } from "#components/sitting/words.ts";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";

type Props = {
  flagged: number;
  /** Those that one couldn't read. */
  passed: number;
  words: Pick<SittingWords, "submit">;
  form: ComponentProps<"form">;
  /** What has to be known or done before, above the question's buttons. */
  children?: ReactNode;
  /** In the place of the button that hands in, where that isn't possible yet. */
  instead?: ReactNode;
  /** What is said while it was pressed and waits. */
  waiting?: string | null;
  back: ReactNode;
};

/** One clear question, once. */
export function SubmitConfirmation({
  flagged,
  passed,
  words,
  form,
  children,
  instead,
  waiting,
  back,
}: Props) {
  const { submit } = words;
  return (
    <div className="grid gap-6">
      <PageTitle>{submit.title}</PageTitle>
      {!instead && <p>{submit.body}</p>}
      {passed > 0 && <p>{fill(submit.passed, { count: passed })}</p>}
      {flagged > 0 && <p>{fill(submit.flagged, { count: flagged })}</p>}
      <form {...form} className="grid gap-6">
        {children}
        <div className="flex flex-wrap gap-3">
          {instead ?? (
            <SubmitButton busyLabel={waiting ?? submit.busy} waits={waiting != null}>
              {submit.confirm}
            </SubmitButton>
          )}
          {back}
        </div>
      </form>
    </div>
  );
}
