"use client";

import { useTranslations } from "next-intl";
import { type ChangeEvent, useActionState, useId, useState, useTransition } from "react";
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

type Props = {
  benchmarks: readonly { slug: string; name: string }[];
  /** By their names alone: they hold all that a study begins with. */
  templates: readonly TemplateName[];
  /** The titles that other studies have. */
  taken: readonly string[];
};

export function NewStudy({ benchmarks, templates, taken }: Props) {
  const t = useTranslations("builder.create");
  const { errorWords, fieldWords } = useBuilderWords();
  const [title, setTitle] = useState("");
  const [template, setTemplate] = useState<TemplateName>("dialogues");
  const [benchmark, setBenchmark] = useState(benchmarks.length === 1 ? (benchmarks[0]?.slug ?? "") : "");
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const made = await makeStudy(previous, form);
    if (made.ok) window.location.assign(designPath(made.value.slug, "frame"));
    return made;
  }, null);
  const refused = state && !state.ok ? state : null;
  return (
    <ScriptForm action={action} className="grid gap-6">
      <FormMessage>{refused && !refused.fields ? errorWords(refused.error) : null}</FormMessage>
      <TextField
        name="title"
        label={t("title")}
        hint={t("titleHint")}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        error={refused?.fields?.title && fieldWords(refused.fields.title)}
        autoComplete="off"
      />
      <NameTaken name={title} taken={taken} warn={(same) => t("titleTaken", { title: same })} />
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-medium">{t("template")}</legend>
        {templates.map((one) => (
          <label
            key={one}
            className="target flex items-start gap-3 rounded-md border border-line bg-raised p-3"
          >
            <input
              type="radio"
              name="template"
              value={one}
              checked={template === one}
              onChange={() => setTemplate(one)}
              className="mt-0.5 size-6 shrink-0 accent-accent"
            />
            <span className="grid gap-0.5">
              <span className="font-medium">{t(`templates.${one}.name`)}</span>
              <span className="text-sm text-ink-muted">{t(`templates.${one}.about`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <SelectField
        name="benchmark"
        label={t("benchmark")}
        hint={benchmarks.length === 0 ? t("noBenchmarks") : t("benchmarkHint")}
        value={benchmark}
        onChange={(event) => setBenchmark(event.target.value)}
      >
        <option value="">{t("later")}</option>
        {benchmarks.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      <div>
        <SubmitButton busyLabel={t("busy")}>{t("submit")}</SubmitButton>
      </div>
    </ScriptForm>
  );
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
