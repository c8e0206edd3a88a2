"use client";

import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { useBuilderWords } from "#components/builder/use-builder-words.ts";
import { designPath } from "#lib/paths.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { NameTaken } from "#components/ui/fields/name-taken.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { makeStudy } from "#lib/studies/actions.ts";
import type { TemplateName } from "#lib/studies/template.ts";

type Props = {
  benchmarks: readonly { slug: string; name: string }[];
  /** The titles that other studies have. */
  taken: readonly string[];
};

const templates = [
  "dialogues",
  "personaeval",
  "controls",
  "rolethink_gold",
  "rolethink_silver",
  "rolethink_analysis",
  "side_by_side",
  "interview_mcq",
  "interview_similarity",
  "interview_consistency",
  "interview_personality",
  "blank",
] as const satisfies readonly TemplateName[];

export function NewStudy({ benchmarks, taken }: Props) {
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
      <TemplateChoice value={template} onChange={setTemplate} />
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

type TemplateProps = { value: TemplateName; onChange: (template: TemplateName) => void };

function TemplateChoice({ value, onChange }: TemplateProps) {
  const t = useTranslations("builder.create");
  return (
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
            checked={value === one}
            onChange={() => onChange(one)}
            className="mt-0.5 size-6 shrink-0 accent-accent"
          />
          <span className="grid gap-0.5">
            <span className="font-medium">{t(`templates.${one}.name`)}</span>
            <span className="text-sm text-ink-muted">{t(`templates.${one}.about`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
