"use client";

import { useTranslations } from "next-intl";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { StepForm } from "#components/builder/step-form.tsx";
import { WordsEthics } from "#components/builder/words/ethics.tsx";
import { WordsHints } from "#components/builder/words/hints.tsx";
import { WordsLanguage } from "#components/builder/words/language.tsx";
import { WordsTicks } from "#components/builder/words/ticks.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { studyLanguages, type StudyWords } from "#lib/studies/schema.ts";

const points = ["languages", "version", "consent", "honest"] as const;

export function WordsStep({ study }: { study: BuilderStudy }) {
  const t = useTranslations("builderWords.words");
  const about = points.map((point) => <p key={point}>{t(`about.${point}`, { revision: study.revision })}</p>);
  return (
    <StepForm study={study} step="words" value={study.design.words} about={about}>
      {(tools) => {
        const { value, set, errorOf } = tools;
        return (
          <>
            <WordsHints words={value} design={study.design} />
            <Tabs
              label={t("tabs")}
              items={studyLanguages.map((language) => ({
                value: language,
                label: errorOf(language)
                  ? t("tabWrong", { language: t(`languages.${language}`) })
                  : t(`languages.${language}`),
                content: (
                  <WordsLanguage
                    language={language}
                    value={value[language]}
                    onChange={(change: Partial<StudyWords>) =>
                      set((before) => ({ [language]: { ...before[language], ...change } }))
                    }
                    errorOf={(part) => errorOf(`${language}.${part}`)}
                  />
                ),
              }))}
            />
            <WordsEthics {...tools} />
            <WordsTicks {...tools} />
          </>
        );
      }}
    </StepForm>
  );
}
