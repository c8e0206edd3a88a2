"use client";

import { CharactersLeft } from "#components/sitting/case/characters-left.tsx";
import { useSteadyAction, type Action } from "#components/sitting/use-steady-action.ts";
import { optionalMark, refusalOf, type SittingWords } from "#components/sitting/words.ts";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { inLanguage } from "#lib/i18n/locale.ts";
import { begin } from "#lib/sittings/joining/participant-actions.ts";
import { maxBackgroundText } from "#lib/sittings/limits.ts";
import { preferNotToSay, unsaidField } from "#lib/studies/prefer-not-to-say.ts";
import type { BackgroundQuestion, StudyLanguage } from "#lib/studies/schema.ts";

type Props = {
  sittingId: string;
  questions: readonly BackgroundQuestion[];
  /** Each can be answered with preferring not to. */
  mayBeUnsaid?: boolean;
  language: StudyLanguage;
  words: Pick<SittingWords, "background" | "extra" | "goOn" | "optional" | "own">;
  /** What is said where the form didn't get through. */
  unreached: string;
  /** What takes it, where that isn't the server. */
  sendTo?: Action;
};

/** The questions about the person, where the study has any, each field called as its question; and the way into it. */
export function BeginForm(props: Props) {
  const { sittingId, questions, mayBeUnsaid = false, language, words, unreached, sendTo = begin } = props;
  const [refusal, action] = useSteadyAction(sendTo);
  const isAsked = questions.length > 0;
  // By the key of the question: the code of what is wrong with its answer.
  const errors = isAsked && refusal?.error === "invalid" ? refusal.fields : undefined;
  return (
    <div className="grid gap-8">
      {isAsked && <h2 className="text-xl font-semibold">{words.background.title}</h2>}
      <form action={action} onReset={keepFilledIn} noValidate className="grid gap-6">
        <FormMessage>
          {refusal &&
            !errors &&
            (refusal.error === "unreached" ? unreached : refusalOf(refusal.error, words.own))}
        </FormMessage>
        <input type="hidden" name="sittingId" value={sittingId} />
        {questions.map((question) => (
          <BackgroundField
            key={question.key}
            question={question}
            mayBeUnsaid={mayBeUnsaid}
            language={language}
            words={words}
            error={errors?.[question.key]}
          />
        ))}
        <div>
          <SubmitButton>{words.goOn}</SubmitButton>
        </div>
      </form>
    </div>
  );
}

type FieldProps = Pick<Props, "language" | "words"> & {
  question: BackgroundQuestion;
  mayBeUnsaid: boolean;
  error?: string;
};

function BackgroundField({ question, mayBeUnsaid, language, words, error: code }: FieldProps) {
  const { key, kind, options, need } = question;
  const said = inLanguage(question.label, language);
  const { errors, choose, noAnswer, preferNot } = words.background;
  const error = code ? (errors[code as keyof typeof errors] ?? errors.empty) : undefined;
  const label = (
    <>
      <span lang={said.lang}>{said.text}</span>
      {need === "optional" && <span className="font-normal text-ink-muted">{optionalMark(words)}</span>}
    </>
  );
  const required = need === "required";
  if (kind !== "choice")
    return (
      <div className="grid gap-1">
        <TextField
          name={key}
          label={label}
          error={error}
          required={required}
          inputMode={kind === "number" ? "decimal" : "text"}
        />
        {kind === "text" && <CharactersLeft name={key} most={maxBackgroundText} words={words.extra} />}
        {mayBeUnsaid && (
          <CheckboxField
            name={unsaidField(key)}
            label={
              <>
                {preferNot}
                <span className="sr-only" lang={said.lang}>
                  {` (${said.text})`}
                </span>
              </>
            }
          />
        )}
      </div>
    );
  return (
    <SelectField name={key} label={label} error={error} required={required} defaultValue="">
      <option value="">{required ? choose : noAnswer}</option>
      {options.map((option) => {
        const { text, lang } = inLanguage(option.label, language);
        return (
          <option key={option.value} value={option.value} lang={lang}>
            {text || option.value}
          </option>
        );
      })}
      {mayBeUnsaid && <option value={preferNotToSay}>{preferNot}</option>}
    </SelectField>
  );
}
