"use client";

import { useTranslations } from "next-intl";
import { useDeferredValue, useId } from "react";
import { templateWords } from "#components/builder/words/templates.ts";
import { Button } from "#components/ui/button.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import type { StudyLanguage, TextPart } from "#lib/studies/schema.ts";

type Props = {
  part: TextPart;
  language: StudyLanguage;
  value: string;
  /** The study's title as participants read it, in this language. */
  title: string;
  onChange: (text: string) => void;
  error: string | undefined;
};

/** One text to write, and beside it what participants will see. */
export function WordsPart({ part, language, value, title, onChange, error }: Props) {
  const t = useTranslations("builderWords.words");
  const id = useId();
  const shown = useDeferredValue(value);
  const words = {
    label: t("textOf", { part: t(`parts.${part}.name`) }),
    hint: t(`parts.${part}.hint`),
    error,
  };
  const field = {
    value,
    lang: language,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-xl font-semibold">
        {t(`parts.${part}.name`)}
      </h2>
      {part === "title" ? (
        <div className="max-w-xl">
          <TextField {...words} {...field} maxLength={200} autoComplete="off" />
        </div>
      ) : (
        <div className="grid items-start gap-4 2xl:grid-cols-2">
          <TextAreaField {...words} {...field} rows={16} className="text-sm" />
          <div
            role="region"
            aria-label={t("previewOf", { part: t(`parts.${part}.name`) })}
            tabIndex={0}
            className="max-h-120 min-w-0 overflow-y-auto rounded-md border border-line bg-surface px-5 py-6"
          >
            <div lang={language} className="measure reading mx-auto">
              {part === "welcome" && title && (
                <p className="mb-6 text-3xl font-semibold tracking-tight">{title}</p>
              )}
              {shown.trim() ? (
                <Markdown text={shown} under={2} />
              ) : (
                <p lang="en" className="text-ink-muted">
                  {t("nothing")}
                </p>
              )}
            </div>
          </div>
        </div>
      )}
      {value.trim() === "" && (
        <div>
          <Button size="small" onClick={() => onChange(templateWords[language][part])}>
            {t("fill", { part: t(`parts.${part}.name`) })}
          </Button>
        </div>
      )}
    </section>
  );
}
