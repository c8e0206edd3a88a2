"use client";

import { BackgroundForm } from "#components/sitting/entry/background-form.tsx";
import { useSteadyAction } from "#components/sitting/use-steady-action.ts";
import { refusalOf, type SittingWords } from "#components/sitting/words.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { begin } from "#lib/sittings/joining/participant-actions.ts";
import type { BackgroundQuestion, StudyLanguage } from "#lib/studies/schema.ts";

type Props = {
  sittingId: string;
  questions: readonly BackgroundQuestion[];
  mayBeUnsaid?: boolean;
  language: StudyLanguage;
  words: Pick<SittingWords, "background" | "extra" | "goOn" | "optional" | "own">;
  /** What is said where the form didn't get through. */
  unreached: string;
};

/** The questions about the person, where the study has any, and the way into it. */
export function BeginForm({ sittingId, questions, mayBeUnsaid, language, words, unreached }: Props) {
  const [state, action] = useSteadyAction(begin);
  const isAsked = questions.length > 0;
  const fields = isAsked && state && !state.ok && state.error === "invalid" ? state.fields : undefined;
  const sent = (
    <>
      <FormMessage>
        {state &&
          !state.ok &&
          !fields &&
          (state.error === "unreached" ? unreached : refusalOf(state.error, words.own))}
      </FormMessage>
      <input type="hidden" name="sittingId" value={sittingId} />
    </>
  );
  if (isAsked)
    return (
      <BackgroundForm
        questions={questions}
        mayBeUnsaid={mayBeUnsaid}
        language={language}
        words={words}
        errors={fields}
        form={{ action, onReset: keepFilledIn }}
      >
        {sent}
      </BackgroundForm>
    );
  return (
    <form action={action} className="grid gap-4">
      {sent}
      <div>
        <SubmitButton>{words.goOn}</SubmitButton>
      </div>
    </form>
  );
}
