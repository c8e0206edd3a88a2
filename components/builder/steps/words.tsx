"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useDeferredValue, useMemo, type RefObject, useId, useRef } from "react";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { FieldsHeader, StepForm } from "#components/builder/step-form.tsx";
import { Fields, fieldsOf, type FieldTools, group, row } from "#components/plan-form/fields.tsx";
import { ConsentLines } from "#components/sitting/entry/consent-lines.tsx";
import type { SittingWords } from "#components/sitting/words.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import {
  ethicsFields,
  type ConsentTick,
  type Ethics,
  studyLanguages,
  textParts,
  type Design,
  type Finding,
  type StudyLanguage,
  type StudyWords,
  type TextPart,
} from "#lib/studies/schema.ts";
import { findFieldProblems, findTextWarnings } from "#lib/studies/findings/texts.ts";
import { formatFinding } from "#lib/studies/findings/wording.ts";
import { missingParts } from "#lib/studies/languages.ts";
import { listConsentLines } from "#lib/studies/opening/frozen-words.ts";
import type { Spread } from "#lib/studies/reading/reading-time.ts";
import { fieldValuesOf, wordsAsRead, type KnownCases } from "#lib/studies/texts/field-values.ts";
import {
  type FieldValues,
  fillFields,
  inMarkdown,
  textFields,
  type TextField as FieldName,
} from "#lib/studies/texts/fields.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import dynamic from "next/dynamic";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import en from "#lib/studies/template-texts/en.json" with { type: "json" };
import zh from "#lib/studies/template-texts/zh-CN.json" with { type: "json" };

type Tools = { tools: FieldTools<Design["words"]> };

const f = fieldsOf<Design["words"]>();
const nothing = { en: "", "zh-CN": "" };
const ethics: Ethics = {
  institution: nothing,
  contact: nothing,
  approval: nothing,
  retention: nothing,
  payment: nothing,
};
const defaults = { ethics };

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
  const about = (["version", "honest"] as const).map((point) =>
    t(`about.${point}`, { revision: study.revision }),
  );
  return (
    <StepForm study={study} step="words" value={study.design.words} defaults={defaults} about={about} isWide>
      {(tools) => (
        <>
          <Texts
            tools={tools}
            design={study.design}
            kinds={study.task.kinds}
            known={known}
            consentWords={consentWords}
          />
          <Ticks tools={tools} />
        </>
      )}
    </StepForm>
  );
}

type TextsProps = Tools &
  Pick<Props, "consentWords"> & {
    known: KnownCases;
    design: Design;
    kinds: readonly KindName[];
  };

function Texts({ design, known, consentWords, kinds, tools }: TextsProps) {
  const t = useTranslations("builderWords.words");
  const { value, errorOf } = tools;
  const findings = useTextFindings(design, value, known);
  const linked = useSearchParams().get("at") ?? "";
  const now = { ...design, words: value };
  /** The lines and statements that stand under the text of a consent. */
  const consentOf = (language: StudyLanguage) => {
    const read = wordsAsRead(now, language, known);
    return (
      <>
        <ConsentLines lines={listConsentLines(read)} language={language} words={consentWords[language]} />
        {read.ticks && (
          <ul className="grid list-['☐__'] gap-1 ps-7">
            {read.ticks.map(({ key, label }, index) => (
              <li key={`${index} ${key}`}>{label}</li>
            ))}
          </ul>
        )}
      </>
    );
  };
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
            <Language
              tools={tools}
              language={language}
              kinds={kinds}
              values={fieldValuesOf(now, language, known)}
              findings={findings}
              consentLines={consentOf(language)}
            />
          ),
        }))}
      />
      <EthicsLines tools={tools} findings={findings} />
    </>
  );
}

type LanguageProps = Tools & {
  language: StudyLanguage;
  /** What the fields of the texts come to. */
  values: FieldValues;
  findings: Findings;
  /** What stands under the consent. */
  consentLines: ReactNode;
  /** Of the cases of the plan. */
  kinds: readonly KindName[];
};

/** The five parts in one language, and whether it is offered. */
function Language({ tools, language, values, findings, consentLines, kinds }: LanguageProps) {
  const t = useTranslations("builderWords.words");
  const format = useFormatter();
  const { set, errorOf } = tools;
  const value = tools.value[language];
  const change = (part: Partial<StudyWords>) =>
    set((before) => ({ [language]: { ...before[language], ...part } }));
  const missing = missingParts(value);
  const linked = useSearchParams().get("at") ?? "";
  const parts = kinds.length > 1 ? ([...textParts, "parts"] as const) : textParts;
  const name = t(`languages.${language}`);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
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
              change(Object.fromEntries(missing.map((part) => [part, templateWords[language][part]])))
            }
          >
            {t("fillAll", { count: missing.length })}
          </Button>
        )}
      </div>
      <Tabs
        label={t("partsOf", { language: name })}
        defaultValue={parts.find((part) => linked.startsWith(`words.${language}.${part}`)) ?? "title"}
        items={parts.map((part) => {
          const isMarked =
            part === "parts"
              ? kinds.some((kind) => findings.has(`words.${language}.parts.${kind}`))
              : missing.includes(part) ||
                errorOf(`${language}.${part}`) !== undefined ||
                findings.has(`words.${language}.${part}`);
          return {
            value: part,
            label: isMarked ? t("partOpen", { part: t(`parts.${part}.name`) }) : t(`parts.${part}.name`),
            content:
              part === "parts" ? (
                <BetweenParts tools={tools} kinds={kinds} language={language} findings={findings} />
              ) : (
                <WordsPart
                  part={part}
                  language={language}
                  value={value[part]}
                  values={values}
                  title={value.title}
                  onChange={(text) => change({ [part]: text })}
                  error={errorOf(`${language}.${part}`)}
                  findings={<TextFindings findings={findings.get(`words.${language}.${part}`)} />}
                  below={part === "consent" ? consentLines : undefined}
                />
              ),
          };
        })}
      />
    </div>
  );
}

type BetweenProps = Pick<LanguageProps, "tools" | "kinds" | "language" | "findings">;

/** Where cases are of several kinds: what is said before the first of each. */
function BetweenParts({ tools, kinds, language, findings }: BetweenProps) {
  const t = useTranslations("builderWords.words.between");
  const nameOf = useTranslations("cases.filter.kinds");
  return (
    <section aria-labelledby={`between-${language}`} className="grid gap-3">
      <h2 id={`between-${language}`} className="text-xl font-semibold">
        {t("title")}
      </h2>
      <p className="measure text-ink-muted">{t("about")}</p>
      <Fields
        tools={tools}
        items={kinds.map((kind) =>
          row("grid max-w-3xl gap-2", [
            <TextFindings key="findings" findings={findings.get(`words.${language}.parts.${kind}`)} />,
            f.text(`${language}.parts.${kind}`, t("textOf", { kind: nameOf(kind) }), {
              hint: t("hint"),
              lang: language,
              rows: 3,
            }),
          ]),
        )}
      />
    </section>
  );
}

/** The lines that a review board looks for under the text of a consent. */
function EthicsLines({ tools, findings }: Tools & { findings: Findings }) {
  const t = useTranslations("builderWords.words");
  return (
    <section className="grid gap-4">
      <FieldsHeader title={t("ethics.title")} intro={t("ethics.intro")} />
      <Fields
        tools={tools}
        items={ethicsFields.map((field) =>
          group(
            t(`ethics.${field}.name`),
            [
              row("grid gap-4 sm:grid-cols-2", [
                f.texts(`ethics.${field}`, (language) => t(`languages.${language}`), { rows: 2 }),
              ]),
              studyLanguages.map((language) => (
                <TextFindings key={language} findings={findings.get(`words.ethics.${field}.${language}`)} />
              )),
            ],
            {
              className: "grid min-w-0 gap-2",
              legendClass: "font-semibold",
              about: t(`ethics.${field}.hint`),
              aboutClass: "text-sm text-ink-muted",
            },
          ),
        )}
      />
    </section>
  );
}

const aTick = fieldsOf<ConsentTick>();

/** Statements with a box each, where a board asks for them. */
function Ticks({ tools }: Tools) {
  const t = useTranslations("builderWords.words");
  return (
    <section className="grid gap-4">
      <FieldsHeader title={t("ticks.title")} intro={t("ticks.intro")} />
      <Fields
        tools={tools}
        items={[
          f.list("ticks", {
            max: 10,
            fresh: () => ({ key: "", label: { en: "", "zh-CN": "" } }),
            add: t("ticks.add"),
            listClass: "grid gap-4",
            className: "grid items-end gap-3 sm:grid-cols-[10rem_repeat(2,minmax(0,1fr))_auto]",
            remove: (place) => ({ label: t("ticks.remove"), name: t("ticks.removeOf", { place }) }),
            items: (place) => [
              aTick.text("key", t("ticks.key", { place }), { isKey: true, className: "font-mono" }),
              aTick.texts("label", (of) => t("ticks.label", { place, language: t(`languages.${of}`) })),
            ],
          }),
        ]}
      />
    </section>
  );
}

type Findings = ReadonlyMap<string, readonly Finding[]>;

/** What stands against the texts as they are being written, by the field it is about. */
function useTextFindings(design: Design, words: Design["words"], known: KnownCases) {
  const written = useDeferredValue(words);
  return useMemo(() => {
    const now = { ...design, words: written };
    return Map.groupBy(
      [...findFieldProblems(now, known), ...findTextWarnings(now, known)],
      ({ field = "" }) => field,
    );
  }, [design, written, known]);
}

function TextFindings({ findings = [] }: { findings: readonly Finding[] | undefined }) {
  const t = useTranslations();
  const locale = useLocale();
  if (findings.length === 0) return null;
  return (
    <Callout tone="warning">
      <ul className="grid gap-1">
        {findings.map((finding, index) => (
          <li key={index}>{formatFinding(t, finding, locale)}</li>
        ))}
      </ul>
    </Callout>
  );
}

const templateWords: Readonly<Record<StudyLanguage, StudyWords>> = { en, "zh-CN": zh };

// The other steps show none, and its parser is a fifth of their scripts.
const Markdown = dynamic(() => import("#components/ui/markdown/markdown.tsx").then((one) => one.Markdown));

type PartProps = {
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
function WordsPart({ part, language, value, title, values, onChange, error, findings, below }: PartProps) {
  const t = useTranslations("builderWords.words");
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const shown = useDeferredValue(value);
  const heading = fillFields(title, values);
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
      <h2 id={id} className="sr-only">
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
          {/* As tall as the text is beside it, and as participants read it. */}
          <div className="relative min-h-96 min-w-0">
            <div
              role="region"
              aria-label={t("previewOf", { part: name })}
              tabIndex={0}
              className="min-w-0 overflow-y-auto rounded-md border border-line bg-surface px-5 py-6 max-lg:max-h-120 lg:absolute lg:inset-0"
            >
              <div lang={language} className="measure reading mx-auto grid gap-6">
                {part === "welcome" && heading && (
                  <p className="text-3xl font-semibold tracking-tight">{heading}</p>
                )}
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
