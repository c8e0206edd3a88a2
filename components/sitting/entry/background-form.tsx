import type { ComponentProps, ReactNode } from "react";
import { CharactersLeft } from "#components/sitting/case/characters-left.tsx";
import { optionalMark, type SittingWords } from "#components/sitting/words.ts";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { inLanguage } from "#lib/i18n/locale.ts";
import { maxBackgroundText } from "#lib/sittings/limits.ts";
import { preferNotToSay, unsaidField } from "#lib/studies/prefer-not-to-say.ts";
import type { BackgroundQuestion, StudyLanguage } from "#lib/studies/schema.ts";

type Props = {
  questions: readonly BackgroundQuestion[];
  /** Each can be answered with preferring not to. */
  mayBeUnsaid?: boolean;
  language: StudyLanguage;
  words: Pick<SittingWords, "background" | "extra" | "goOn" | "optional">;
  /** By the key of the question: the code of what is wrong with its answer. */
  errors?: Readonly<Record<string, string>>;
  form: ComponentProps<"form">;
  children?: ReactNode;
};

/** Asked once, before the first case. Each field is called as its question. */
export function BackgroundForm(props: Props) {
  const { questions, mayBeUnsaid = false, language, words, errors = {}, form, children } = props;
  return (
    <div className="grid gap-8">
      <h2 className="text-xl font-semibold">{words.background.title}</h2>
      <form {...form} noValidate className="grid gap-6">
        {children}
        {questions.map((question) => (
          <BackgroundField
            key={question.key}
            question={question}
            mayBeUnsaid={mayBeUnsaid}
            language={language}
            words={words}
            error={errors[question.key]}
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
