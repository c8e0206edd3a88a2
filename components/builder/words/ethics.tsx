"use client";

import { useTranslations } from "next-intl";
import type { StepTools } from "#components/builder/step-form.tsx";
import { TextFindings } from "#components/builder/words/text-findings.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import { ethicsFields, type Ethics } from "#lib/studies/consent-schema.ts";
import { studyLanguages, type Design, type Finding } from "#lib/studies/schema.ts";

const nothing = { en: "", "zh-CN": "" };
const noLines: Ethics = {
  institution: nothing,
  contact: nothing,
  approval: nothing,
  retention: nothing,
  payment: nothing,
};

type Props = StepTools<Design["words"]> & { findings: ReadonlyMap<string, readonly Finding[]> };

/** The lines that a review board looks for under the text of a consent. */
export function WordsEthics({ value, set, errorOf, findings }: Props) {
  const t = useTranslations("builderWords.words");
  const lines = value.ethics ?? noLines;
  return (
    <section className="grid gap-4">
      <header className="grid gap-1">
        <h2 className="text-xl font-semibold">{t("ethics.title")}</h2>
        <p className="text-ink-muted">{t("ethics.intro")}</p>
      </header>
      {ethicsFields.map((field) => (
        <fieldset key={field} className="grid min-w-0 gap-2">
          <legend className="font-semibold">{t(`ethics.${field}.name`)}</legend>
          <p className="text-sm text-ink-muted">{t(`ethics.${field}.hint`)}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            {studyLanguages.map((language) => (
              <TextAreaField
                key={language}
                label={t(`languages.${language}`)}
                lang={language}
                rows={2}
                data-field={`words.ethics.${field}.${language}`}
                value={lines[field][language]}
                onChange={({ target }) =>
                  set(({ ethics = noLines }) => ({
                    ethics: { ...ethics, [field]: { ...ethics[field], [language]: target.value } },
                  }))
                }
                error={errorOf(`ethics.${field}.${language}`)}
              />
            ))}
          </div>
          {studyLanguages.map((language) => (
            <TextFindings key={language} findings={findings.get(`words.ethics.${field}.${language}`)} />
          ))}
        </fieldset>
      ))}
    </section>
  );
}
