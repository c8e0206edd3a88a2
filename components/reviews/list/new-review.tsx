"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { SourceSelect, type Sources } from "#components/reviews/plan/choose-source.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { NameTaken } from "#components/ui/fields/name-taken.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { reviewPath } from "#lib/paths.ts";
import { makeReview } from "#lib/reviews/actions.ts";
import type { TemplateName } from "#lib/reviews/plan/schema.ts";

export type TemplateChoice = { name: TemplateName; title: string; about: string; isOfStudy: boolean };
type Props = {
  templates: readonly TemplateChoice[];
  sources: Sources;
  /** The titles that other reviews have. */
  taken: readonly string[];
};

export function NewReview({ templates, sources, taken }: Props) {
  const t = useTranslations("reviews.create");
  const [title, setTitle] = useState("");
  const [template, choose] = useState<TemplateName>("interviewsim-transcripts");
  const { run, refusal, errorOf } = useFormAction(makeReview, {
    errors: "reviews.errors",
    fieldErrors: "reviews.fieldErrors",
    onDone: ({ slug }) => window.location.assign(reviewPath(slug, "plan")),
  });
  const isOfStudy = templates.some((one) => one.name === template && one.isOfStudy);
  return (
    <ScriptForm action={run} className="grid gap-6">
      <FormMessage>{refusal}</FormMessage>
      <TextField
        name="title"
        label={t("title")}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        error={errorOf("title")}
        autoComplete="off"
      />
      <NameTaken name={title} taken={taken} warn={(same) => t("titleTaken", { title: same })} />
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-medium">{t("template")}</legend>
        {templates.map((one) => (
          <label
            key={one.name}
            className="target flex items-start gap-3 rounded-md border border-line bg-raised p-3"
          >
            <input
              type="radio"
              name="template"
              value={one.name}
              checked={template === one.name}
              onChange={() => choose(one.name)}
              className="mt-0.5 size-6 shrink-0 accent-accent"
            />
            <span className="grid gap-0.5">
              <span className="font-medium">{one.title}</span>
              <span className="text-sm text-ink-muted">{one.about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <SourceSelect key={String(isOfStudy)} isOfStudy={isOfStudy} sources={sources} />
      <div>
        <SubmitButton busyLabel={t("busy")}>{t("submit")}</SubmitButton>
      </div>
    </ScriptForm>
  );
}
