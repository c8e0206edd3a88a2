"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { WordsBetween } from "#components/builder/words/between.tsx";
import { WordsPart } from "#components/builder/words/part.tsx";
import { templateWords } from "#components/builder/words/templates.ts";
import { TextFindings } from "#components/builder/words/text-findings.tsx";
import { Button } from "#components/ui/button.tsx";
import { missingParts } from "#lib/studies/languages.ts";
import { textParts, type Finding, type StudyLanguage, type StudyWords } from "#lib/studies/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import type { FieldValues } from "#lib/studies/texts/fields.ts";

type Props = {
  language: StudyLanguage;
  value: StudyWords;
  /** What the fields of the texts come to. */
  values: FieldValues;
  onChange: (change: Partial<StudyWords>) => void;
  errorOf: (part: string) => string | undefined;
  findings: ReadonlyMap<string, readonly Finding[]>;
  /** What stands under the consent. */
  consentLines: ReactNode;
  /** Of the cases of the plan. */
  kinds: readonly KindName[];
};

/** The five parts in one language, and whether it is offered. */
export function WordsLanguage(props: Props) {
  const { language, value, values, onChange, errorOf, findings, consentLines, kinds } = props;
  const t = useTranslations("builderWords.words");
  const format = useFormatter();
  const missing = missingParts(value);
  const name = t(`languages.${language}`);
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="min-w-0">
          {missing.length === 0
            ? t("complete", { language: name })
            : t("incomplete", {
                language: name,
                parts: format.list(missing.map((part) => t(`parts.${part}.name`))),
              })}
        </p>
        {missing.length > 1 && (
          <Button
            size="small"
            onClick={() =>
              onChange(Object.fromEntries(missing.map((part) => [part, templateWords[language][part]])))
            }
          >
            {t("fillAll", { count: missing.length })}
          </Button>
        )}
      </div>
      {textParts.map((part) => (
        <WordsPart
          key={part}
          part={part}
          language={language}
          value={value[part]}
          values={values}
          title={value.title}
          onChange={(text) => onChange({ [part]: text })}
          error={errorOf(part)}
          findings={<TextFindings findings={findings.get(`words.${language}.${part}`)} />}
          below={part === "consent" ? consentLines : undefined}
        />
      ))}
      <WordsBetween
        kinds={kinds}
        language={language}
        errorOf={errorOf}
        value={value.parts}
        onChange={(parts) => onChange({ parts })}
        findingsOf={(kind) => <TextFindings findings={findings.get(`words.${language}.parts.${kind}`)} />}
      />
    </div>
  );
}
