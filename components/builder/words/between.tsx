"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import type { StudyLanguage, StudyWords } from "#lib/studies/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

type Props = {
  /** Of the cases of the plan. */
  kinds: readonly KindName[];
  language: StudyLanguage;
  value: StudyWords["parts"];
  onChange: (parts: NonNullable<StudyWords["parts"]>) => void;
  errorOf: (field: string) => string | undefined;
  findingsOf: (kind: KindName) => ReactNode;
};

/** Where cases are of several kinds: what is said before the first of each. */
export function WordsBetween({ kinds, language, value = {}, onChange, errorOf, findingsOf }: Props) {
  const t = useTranslations("builderWords.words.between");
  const nameOf = useTranslations("cases.filter.kinds");
  if (kinds.length < 2) return null;
  return (
    <section aria-labelledby={`between-${language}`} className="grid gap-3">
      <h2 id={`between-${language}`} className="text-xl font-semibold">
        {t("title")}
      </h2>
      <p className="measure text-ink-muted">{t("about")}</p>
      {kinds.map((kind) => (
        <div key={kind} className="grid max-w-3xl gap-2">
          {findingsOf(kind)}
          <TextAreaField
            label={t("textOf", { kind: nameOf(kind) })}
            hint={t("hint")}
            value={value[kind] ?? ""}
            lang={language}
            rows={3}
            data-field={`words.${language}.parts.${kind}`}
            error={errorOf(`parts.${kind}`)}
            onChange={({ target }) => onChange({ ...value, [kind]: target.value })}
          />
        </div>
      ))}
    </section>
  );
}
