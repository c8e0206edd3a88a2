"use client";

import { useTranslations } from "next-intl";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { studyLanguages, type BackgroundQuestion } from "#lib/studies/schema.ts";

type Named = Pick<BackgroundQuestion, "key" | "label">;
type Props = {
  value: Named;
  onChange: (change: Partial<Named>) => void;
  errorOf: (path: string) => string | undefined;
};

/** What a question is called in exports. */
export function QuestionKey({ value, onChange, errorOf }: Props) {
  const t = useTranslations("builderWords.background");
  return (
    <TextField
      label={t("key")}
      hint={t("keyHint")}
      value={value.key}
      onChange={(event) => onChange({ key: event.target.value })}
      error={errorOf("key")}
      data-part="key"
      className="font-mono"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

/** What is asked, in each language. */
export function QuestionLabels({ value, onChange, errorOf, at }: Props & { at: string }) {
  const t = useTranslations("builderWords.background");
  return studyLanguages.map((language) => (
    <TextField
      key={language}
      label={t("label", { language: t(`languages.${language}`) })}
      lang={language}
      className="leading-6"
      data-field={`${at}.label.${language}`}
      value={value.label[language]}
      onChange={(event) => onChange({ label: { ...value.label, [language]: event.target.value } })}
      error={errorOf(`label.${language}`)}
      autoComplete="off"
    />
  ));
}
