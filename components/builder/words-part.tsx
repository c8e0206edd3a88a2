"use client";

import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { type ReactNode, type RefObject, useDeferredValue, useId, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import type { StudyLanguage, StudyWords, TextPart } from "#lib/studies/schema.ts";
import en from "#lib/studies/template-texts/en.json" with { type: "json" };
import zh from "#lib/studies/template-texts/zh-CN.json" with { type: "json" };
import {
  fillFields,
  inMarkdown,
  textFields,
  type FieldValues,
  type TextField as FieldName,
} from "#lib/studies/texts/fields.ts";

export const templateWords: Readonly<Record<StudyLanguage, StudyWords>> = { en, "zh-CN": zh };

// The other steps show none, and its parser is a fifth of their scripts.
const Markdown = dynamic(() => import("#components/ui/markdown/markdown.tsx").then((one) => one.Markdown));

type Props = {
  part: TextPart;
  language: StudyLanguage;
  value: string;
  /** The study's title as participants read it, in this language. */
  title: string;
  /** What fields come to, by the design. */
  values: FieldValues;
  onChange: (text: string) => void;
  error: string | undefined;
  /** What stands against the text. */
  findings: ReactNode;
  /** What participants see below the text. */
  below?: ReactNode;
};

/** One text to write, and beside it what participants will see. */
export function WordsPart({ part, language, value, title, values, onChange, error, findings, below }: Props) {
  const t = useTranslations("builderWords.words");
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const name = t(`parts.${part}.name`);
  const words = { label: t("textOf", { part: name }), hint: t(`parts.${part}.hint`), error };
  const field = {
    value,
    lang: language,
    "data-field": `words.${language}.${part}`,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-xl font-semibold">
        {name}
      </h2>
      {findings}
      {part === "title" ? (
        <div className="max-w-xl">
          <TextField {...words} {...field} maxLength={200} autoComplete="off" />
        </div>
      ) : (
        <div className="grid items-stretch gap-4 lg:grid-cols-2">
          <div className="grid grid-cols-1 content-start gap-2">
            <TextAreaField {...words} {...field} ref={area} rows={20} className="text-sm leading-6" />
            <InsertFields into={area} part={name} values={values} />
          </div>
          <Preview
            part={part}
            language={language}
            values={values}
            below={below}
            text={value}
            title={fillFields(title, values)}
            label={t("previewOf", { part: name })}
          />
        </div>
      )}
      {value.trim() === "" && (
        <div>
          <Button size="small" onClick={() => onChange(templateWords[language][part])}>
            {t("fill", { part: name })}
          </Button>
        </div>
      )}
    </section>
  );
}

type PreviewProps = Pick<Props, "part" | "language" | "values" | "below" | "title"> & {
  text: string;
  label: string;
};

/** As tall as the text is beside it, and as participants read it. */
function Preview({ part, language, text, title, values, below, label }: PreviewProps) {
  const t = useTranslations("builderWords.words");
  const shown = useDeferredValue(text);
  return (
    <div className="relative min-h-96 min-w-0">
      <div
        role="region"
        aria-label={label}
        tabIndex={0}
        className="min-w-0 overflow-y-auto rounded-md border border-line bg-surface px-5 py-6 max-lg:max-h-120 lg:absolute lg:inset-0"
      >
        <div lang={language} className="measure reading mx-auto grid gap-6">
          {part === "welcome" && title && <p className="text-3xl font-semibold tracking-tight">{title}</p>}
          {shown.trim() ? (
            <Markdown text={fillFields(shown, values, inMarkdown)} under={2} />
          ) : (
            <p lang="en" className="text-ink-muted">
              {t("nothing")}
            </p>
          )}
          {below}
        </div>
      </div>
    </div>
  );
}

type InsertProps = { into: RefObject<HTMLTextAreaElement | null>; part: string; values: FieldValues };

/** Fields that the design fills in, each with what it comes to now. */
function InsertFields({ into, part, values }: InsertProps) {
  const t = useTranslations("builderWords.words.fields");
  return (
    <div role="group" aria-label={t("of", { part })} className="flex flex-wrap items-center gap-1.5">
      <span className="text-sm text-ink-muted">{t("insert")}</span>
      {textFields.map((name) => (
        <Button
          key={name}
          size="small"
          title={t(`names.${name}`)}
          className="max-w-full px-2"
          onClick={() => insert(into.current, name)}
        >
          <code className="font-mono">{`{${name}}`}</code>
          <span className="min-w-0 truncate text-ink-muted">{values[name] || t("nothing")}</span>
        </Button>
      ))}
    </div>
  );
}

/** Where the caret stands, as if it had been typed. */
function insert(area: HTMLTextAreaElement | null, name: FieldName): void {
  if (!area) return;
  area.focus();
  area.setRangeText(`{${name}}`, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
