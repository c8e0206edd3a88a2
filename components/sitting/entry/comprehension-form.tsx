"use client";

import { useId } from "react";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { useSteadyAction, type Action } from "#components/sitting/use-steady-action.ts";
import { refusalOf, type SittingWords } from "#components/sitting/words.ts";
import { FieldError } from "#components/ui/fields/field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { inLanguage } from "#lib/i18n/locale.ts";
import { understand } from "#lib/sittings/comprehension/actions.ts";
import type { PublicQuestion } from "#lib/sittings/comprehension/comprehension.ts";
import type { StudyLanguage } from "#lib/studies/schema.ts";

type Props = {
  sittingId: string;
  tryNumber: number;
  questions: readonly PublicQuestion[];
  /** The second try is the last. */
  isLast: boolean;
  language: StudyLanguage;
  words: Pick<SittingWords, "comprehension" | "goOn" | "own">;
  /** What is said where the form didn't get through. */
  unreached: string;
  /** What takes it, where that isn't the server. */
  sendTo?: Action;
};

/** Asked between the instructions and the first case. */
export function ComprehensionForm(props: Props) {
  const { sittingId, tryNumber, questions, isLast, language, words, unreached, sendTo = understand } = props;
  const [refusal, action] = useSteadyAction(sendTo);
  // By the key of the question, where it lacks an answer.
  const errors = refusal?.error === "invalid" ? refusal.fields : undefined;
  const { comprehension } = words;
  return (
    <div className="grid gap-8">
      <header className="grid gap-2">
        <PageTitle>{comprehension.title}</PageTitle>
        <p className="text-ink-muted">{isLast ? comprehension.again : comprehension.intro}</p>
      </header>
      <form action={action} onReset={keepFilledIn} noValidate className="grid gap-8">
        <FormMessage>
          {refusal &&
            !errors &&
            (refusal.error === "unreached" ? unreached : refusalOf(refusal.error, words.own))}
        </FormMessage>
        <input type="hidden" name="sittingId" value={sittingId} />
        <input type="hidden" name="tryNumber" value={tryNumber} />
        {questions.map((question) => (
          <Question
            key={question.key}
            question={question}
            language={language}
            error={errors?.[question.key] ? comprehension.empty : undefined}
          />
        ))}
        <div>
          <SubmitButton>{words.goOn}</SubmitButton>
        </div>
      </form>
    </div>
  );
}

type QuestionProps = { question: PublicQuestion; language: StudyLanguage; error: string | undefined };

function Question({ question: { key, label, options }, language, error }: QuestionProps) {
  const id = useId();
  const said = inLanguage(label, language);
  return (
    <fieldset className="grid min-w-0 gap-1" aria-describedby={error ? `${id}-error` : undefined}>
      <legend lang={said.lang} className="mb-1 font-medium">
        {said.text}
      </legend>
      {options.map((option) => {
        const { text, lang } = inLanguage(option.label, language);
        return (
          <label key={option.value} className="target flex items-start gap-3 py-1">
            <input
              type="radio"
              name={key}
              value={option.value}
              className="mt-0.5 size-6 shrink-0 accent-accent"
            />
            <span lang={lang}>{text || option.value}</span>
          </label>
        );
      })}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
