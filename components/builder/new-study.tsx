"use client";

import { useTranslations } from "next-intl";
import { type ChangeEvent, useActionState, useEffect, useId, useRef, useState, useTransition } from "react";
import { DesignDiagram, type DesignShape } from "#components/builder/design-diagram.tsx";
import { useBuilderWords } from "#components/builder/use-builder-words.ts";
import { designPath } from "#lib/paths.ts";
import { Button } from "#components/ui/button.tsx";
import { controlClass, FieldHint } from "#components/ui/fields/field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { NameTaken } from "#components/ui/fields/name-taken.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { useIsAtWork } from "#components/ui/fields/use-is-at-work.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import type { Failure } from "#lib/result.ts";
import { makeStudy, makeStudyFrom } from "#lib/studies/actions.ts";
import type { TemplateName } from "#lib/studies/template.ts";

export type TemplateChoice = {
  name: TemplateName;
  shape: DesignShape;
  /** 0 where the benchmark decides it. */
  people: number;
  /** Of one person; 0 where the benchmark decides it. */
  cases: number;
  ratersPerCase: number;
};

type Props = {
  /** Each with the templates that its cases fit. */
  benchmarks: readonly { slug: string; name: string; fitting: readonly TemplateName[] }[];
  /** The one that the address names. */
  asked?: string | undefined;
  templates: readonly TemplateChoice[];
  /** The titles that other studies have. */
  taken: readonly string[];
};

/** The benchmark first, since it decides which templates there are. */
export function NewStudy({ benchmarks, asked, templates, taken }: Props) {
  const t = useTranslations("builder.create");
  const { errorWords, fieldWords } = useBuilderWords();
  const form = useRef<HTMLFormElement>(null);
  const [title, setTitle] = useState("");
  const [benchmark, setBenchmark] = useState(asked ?? benchmarks[0]?.slug ?? "");
  const [wanted, setWanted] = useState<TemplateName>("dialogues");
  const fitting = benchmarks.find(({ slug }) => slug === benchmark)?.fitting;
  const offered = templates.filter(({ name }) => fitting?.includes(name) ?? true);
  const chosen = offered.find(({ name }) => name === wanted) ?? offered[0];
  const [state, action] = useActionState<ActionState, FormData>(async (previous, sent) => {
    const made = await makeStudy(previous, sent);
    if (made.ok) window.location.assign(designPath(made.value.slug, "frame"));
    return made;
  }, null);
  const refused = state && !state.ok ? state : null;
  useEffect(() => {
    if (refused?.fields) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [refused]);
  return (
    <ScriptForm ref={form} action={action} className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="benchmark"
          label={t("benchmark")}
          hint={benchmarks.length === 0 ? t("noBenchmarks") : t("benchmarkHint")}
          value={benchmark}
          onChange={(event) => setBenchmark(event.target.value)}
        >
          {benchmarks.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
          <option value="">{t("later")}</option>
        </SelectField>
        <TextField
          name="title"
          label={t("title")}
          hint={t("titleHint")}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          error={refused?.fields?.title && fieldWords(refused.fields.title)}
          autoComplete="off"
        />
      </div>
      <NameTaken name={title} taken={taken} warn={(same) => t("titleTaken", { title: same })} />
      <fieldset>
        <legend className="mb-2 font-medium">{t("template")}</legend>
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {offered.map((one) => (
            <label
              key={one.name}
              className="flex items-start gap-3 rounded-md border border-line bg-raised p-3 has-checked:border-accent has-checked:bg-accent-tint"
            >
              <input
                type="radio"
                name="template"
                value={one.name}
                checked={one === chosen}
                onChange={() => setWanted(one.name)}
                aria-describedby={`about-${one.name}`}
                className="mt-0.5 size-6 shrink-0 accent-accent"
              />
              <span className="grid min-w-0 gap-2">
                <span className="font-medium">{t(`templates.${one.name}.name`)}</span>
                <DesignDiagram shape={one.shape} />
                <span id={`about-${one.name}`} className="text-sm text-ink-muted">
                  <TemplateFacts of={one} />
                </span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="sticky bottom-0 z-20 -mx-1 grid gap-2 border-t border-line bg-surface px-1 py-3">
        <FormMessage>{refused && !refused.fields ? errorWords(refused.error) : null}</FormMessage>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SubmitButton busyLabel={t("busy")}>{t("submit")}</SubmitButton>
          {chosen && (
            <details className="min-w-0 grow basis-40 text-sm text-ink-muted">
              <summary className="target flex w-fit items-center text-accent underline">
                {t("about", { template: t(`templates.${chosen.name}.name`) })}
              </summary>
              <p className="measure">{t(`templates.${chosen.name}.about`)}</p>
            </details>
          )}
        </div>
      </div>
    </ScriptForm>
  );
}

function TemplateFacts({ of: { name, shape, people, cases, ratersPerCase } }: { of: TemplateChoice }) {
  const t = useTranslations("builder.create");
  if (name === "blank") return t("templates.blank.about");
  return t("facts", { people, cases, raters: ratersPerCase, design: shape.design });
}

const maxBytes = 900_000;

/** A study.json, as the command line takes it. */
export function NewStudyFile() {
  const t = useTranslations("builder.create.file");
  const { errorWords, fieldWords } = useBuilderWords();
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [refused, setRefused] = useState<Failure | null>(null);
  const [isBusy, start] = useTransition();
  const isAtWork = useIsAtWork();

  function choose(event: ChangeEvent<HTMLInputElement>) {
    setFile(event.target.files?.[0] ?? null);
    setRefused(null);
  }
  function send() {
    if (!file || isBusy) return;
    start(async () => {
      const made = await make(file);
      if (made?.ok) window.location.assign(designPath(made.value.slug, "check"));
      else setRefused(made ?? { ok: false, error: "not_reached" });
    });
  }

  return (
    <section aria-labelledby="from-file" className="grid gap-4 border-t border-line pt-8">
      <h2 id="from-file" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <FormMessage>
        {refused ? (
          refused.fields ? (
            <div className="grid gap-3">
              <p>{t("problems", { count: Object.keys(refused.fields).length })}</p>
              <Table
                caption={t("problemsCaption")}
                columns={[
                  { key: "place", label: t("place") },
                  { key: "problem", label: t("problem") },
                ]}
                rows={Object.entries(refused.fields).map(([place, code]) => ({
                  id: place,
                  cells: {
                    place: <code className="font-mono text-sm">{place || t("wholeFile")}</code>,
                    problem: fieldWords(code),
                  },
                }))}
              />
            </div>
          ) : (
            errorWords(refused.error)
          )
        ) : null}
      </FormMessage>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-medium">
          {t("label")}
        </label>
        <FieldHint id={id}>{t("hint")}</FieldHint>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          disabled={!isAtWork}
          aria-describedby={`${id}-hint`}
          onChange={choose}
          className={controlClass}
        />
      </div>
      <div>
        <Button onClick={send} busy={isBusy} disabled={!file}>
          {t("submit")}
        </Button>
      </div>
    </section>
  );
}

async function make(file: File) {
  if (file.size > maxBytes) return { ok: false, error: "file_too_long" } as const;
  const form = new FormData();
  try {
    form.set("file", await file.text());
    return await makeStudyFrom(null, form);
  } catch {
    return null;
  }
}
