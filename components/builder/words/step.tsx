"use client";

import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { ReadingTime } from "#components/builder/reading-time.tsx";
import { StepForm, type StepTools } from "#components/builder/step-form.tsx";
import { WordsEthics } from "#components/builder/words/ethics.tsx";
import { WordsLanguage } from "#components/builder/words/language.tsx";
import { useTextFindings } from "#components/builder/words/text-findings.tsx";
import { WordsTicks } from "#components/builder/words/ticks.tsx";
import { ConsentLines } from "#components/sitting/entry/consent-lines.tsx";
import type { SittingWords } from "#components/sitting/words.ts";
import { Tabs } from "#components/ui/tabs.tsx";
import { listConsentLines } from "#lib/studies/opening/frozen-words.ts";
import type { Spread } from "#lib/studies/reading/reading-time.ts";
import { studyLanguages, type Design, type StudyLanguage, type StudyWords } from "#lib/studies/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { fieldValuesOf, wordsAsRead, type KnownCases } from "#lib/studies/texts/field-values.ts";

const points = ["languages", "version", "consent", "honest"] as const;

/** The participants' own words around a consent, in each language. */
export type ConsentWords = Readonly<Record<StudyLanguage, Pick<SittingWords, "consent">>>;
type Props = {
  study: BuilderStudy;
  reading: Spread | null;
  consentWords: ConsentWords;
};

export function WordsStep({ study, reading, consentWords }: Props) {
  const t = useTranslations("builderWords.words");
  const { benchmark } = study;
  const known = useMemo(() => ({ reading, benchmark }), [reading, benchmark]);
  const about = points.map((point) => <p key={point}>{t(`about.${point}`, { revision: study.revision })}</p>);
  return (
    <StepForm study={study} step="words" value={study.design.words} about={about} isWide>
      {(tools) => (
        <>
          <ReadingTime design={{ ...study.design, words: tools.value }} reading={reading} />
          <WordsTexts
            {...tools}
            design={study.design}
            kinds={study.task.kinds}
            known={known}
            consentWords={consentWords}
          />
          <WordsTicks {...tools} />
        </>
      )}
    </StepForm>
  );
}

type TextsProps = StepTools<Design["words"]> &
  Pick<Props, "consentWords"> & {
    known: KnownCases;
    design: Design;
    kinds: readonly KindName[];
  };

function WordsTexts({ design, known, consentWords, kinds, ...tools }: TextsProps) {
  const t = useTranslations("builderWords.words");
  const { value, set, errorOf } = tools;
  const findings = useTextFindings(design, value, known);
  const linked = useSearchParams().get("at") ?? "";
  const now = { ...design, words: value };
  return (
    <>
      <Tabs
        label={t("tabs")}
        defaultValue={studyLanguages.find((language) => linked.startsWith(`words.${language}.`)) ?? "en"}
        items={studyLanguages.map((language) => ({
          value: language,
          label: errorOf(language)
            ? t("tabWrong", { language: t(`languages.${language}`) })
            : t(`languages.${language}`),
          content: (
            <WordsLanguage
              language={language}
              kinds={kinds}
              value={value[language]}
              values={fieldValuesOf(now, language, known)}
              findings={findings}
              onChange={(change: Partial<StudyWords>) =>
                set((before) => ({ [language]: { ...before[language], ...change } }))
              }
              errorOf={(part) => errorOf(`${language}.${part}`)}
              consentLines={
                <UnderConsent design={now} language={language} known={known} words={consentWords[language]} />
              }
            />
          ),
        }))}
      />
      <WordsEthics {...tools} findings={findings} />
    </>
  );
}

type UnderProps = {
  design: Design;
  language: StudyLanguage;
  known: KnownCases;
  words: ConsentWords[StudyLanguage];
};

/** The lines and statements that stand under the text of a consent. */
function UnderConsent({ design, language, known, words }: UnderProps) {
  const read = wordsAsRead(design, language, known);
  return (
    <>
      <ConsentLines lines={listConsentLines(read)} language={language} words={words} />
      {read.ticks && (
        <ul className="grid list-['☐__'] gap-1 ps-7">
          {read.ticks.map(({ key, label }, index) => (
            <li key={`${index} ${key}`}>{label}</li>
          ))}
        </ul>
      )}
    </>
  );
}
