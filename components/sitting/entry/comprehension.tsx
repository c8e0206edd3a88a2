import { type ComponentProps, type ReactNode, useId } from "react";
import { PageTitle } from "#components/sitting/page-title.tsx";
import type { SittingWords } from "#components/sitting/words.ts";
import { FieldError } from "#components/ui/fields/field.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { inLanguage } from "#lib/i18n/locale.ts";
import type { AskedQuestion } from "#lib/sittings/comprehension/comprehension.ts";
import type { StudyLanguage } from "#lib/studies/schema.ts";

type Props = {
  questions: readonly AskedQuestion[];
  language: StudyLanguage;
  words: Pick<SittingWords, "comprehension" | "goOn">;
  /** The second try is the last. */
  isLast: boolean;
  /** By the key of the question, where it lacks an answer. */
  errors?: Readonly<Record<string, string>>;
  form: ComponentProps<"form">;
  children?: ReactNode;
};

/** Asked between the instructions and the first case. */
export function Comprehension({ questions, language, words, isLast, errors = {}, form, children }: Props) {
  const { comprehension } = words;
  return (
    <div className="grid gap-8">
      <header className="grid gap-2">
        <PageTitle>{comprehension.title}</PageTitle>
        <p className="text-ink-muted">{isLast ? comprehension.again : comprehension.intro}</p>
      </header>
      <form {...form} noValidate className="grid gap-8">
        {children}
        {questions.map((question) => (
          <Question
            key={question.key}
            question={question}
            language={language}
            error={errors[question.key] ? comprehension.empty : undefined}
          />
        ))}
        <div>
          <SubmitButton>{words.goOn}</SubmitButton>
        </div>
      </form>
    </div>
  );
}

type QuestionProps = { question: AskedQuestion; language: StudyLanguage; error: string | undefined };

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
