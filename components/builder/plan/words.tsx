import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import type { PlanReading } from "#lib/studies/opening/plan-reading.ts";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { ConsentLines } from "#components/sitting/entry/consent-lines.tsx";
import { messagesFor } from "#components/task-kinds/words.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };
import { listConsentLines } from "#lib/studies/opening/frozen-words.ts";
import { missingParts } from "#lib/studies/languages.ts";
import { studyLanguages, textParts, type FrozenWords, type StudyLanguage } from "#lib/studies/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

const messages = { en, "zh-CN": zh as unknown as typeof en };
const shown = textParts.filter((part) => part !== "title");

/** The texts as participants will read them, folded away language by language. */
export async function PlanWords({ design: { words }, texts, task }: PlanReading) {
  const t = await getTranslations("builder.plan.words");
  const format = await getFormatter();
  const locale = await getLocale();
  return studyLanguages.map((language) => {
    const frozen = texts[language];
    const missing = missingParts(words[language]);
    const state = missing.length === 0 ? "whole" : missing.length === textParts.length ? "none" : "partly";
    return (
      <div key={language} className="grid gap-2">
        <p className="measure">
          {t(`${language}.${state}`, { parts: format.list(missing.map((part) => t(`parts.${part}`))) })}
        </p>
        {state !== "none" && (
          <details className="rounded-md border border-line bg-raised px-4 py-2">
            <summary className="py-2 font-medium">{t(`${language}.open`)}</summary>
            <div className="reading measure grid gap-6 py-4" lang={language}>
              <p className="text-2xl font-semibold">{frozen.title}</p>
              {shown.map((part) => (
                <section key={part} aria-label={t(`parts.${part}`)} className="grid gap-2">
                  <p lang={locale} className="text-sm font-semibold text-ink-muted">
                    {t(`parts.${part}`)}
                  </p>
                  <Markdown text={frozen[part]} lang={language} under={3} />
                </section>
              ))}
              {task.kinds.length > 1 &&
                task.kinds.map((kind) => (
                  <BetweenParts key={kind} kind={kind} language={language} words={frozen} />
                ))}
              <ConsentLines
                lines={listConsentLines(frozen)}
                language={language}
                words={messages[language].sitting}
              />
              {frozen.ticks && (
                <ul className="grid list-['☐__'] gap-1 ps-7">
                  {frozen.ticks.map(({ key, label }) => (
                    <li key={key}>{label}</li>
                  ))}
                </ul>
              )}
            </div>
          </details>
        )}
      </div>
    );
  });
}

type BetweenProps = { kind: KindName; language: StudyLanguage; words: Pick<FrozenWords, "parts"> };

/** What stands above the first case of a kind: the study's own words, or the usual ones. */
async function BetweenParts({ kind, language, words: { parts } }: BetweenProps) {
  const t = await getTranslations("builder.plan.words");
  const nameOf = await getTranslations("cases.filter.kinds");
  const own = parts?.[kind] ?? "";
  const label = t(own.trim() === "" ? "usualBefore" : "before", { kind: nameOf(kind) });
  return (
    <section aria-label={label} className="grid gap-2">
      <p lang={await getLocale()} className="text-sm font-semibold text-ink-muted">
        {label}
      </p>
      {own.trim() === "" ? (
        <p>{messagesFor(kind, messages[language]).sitting.part.what}</p>
      ) : (
        <Markdown text={own} lang={language} under={3} />
      )}
    </section>
  );
}
