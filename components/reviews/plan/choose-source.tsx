"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { chooseReviewSource } from "#lib/reviews/actions.ts";

type Choice = { slug: string; name: string };
export type Sources = { benchmarks: readonly Choice[]; studies: readonly Choice[] };

type SelectProps = {
  /** Whether the items come from the cases of a closed study, or from a benchmark by itself. */
  isOfStudy: boolean;
  sources: Sources;
  chosen?: string | undefined;
};

/** Whose cases are reviewed. */
export function SourceSelect({ isOfStudy, sources, chosen }: SelectProps) {
  const t = useTranslations("reviews.source");
  const kind = isOfStudy ? "study" : "benchmark";
  const choices = isOfStudy ? sources.studies : sources.benchmarks;
  const [only] = choices.length === 1 ? choices : [];
  const [value, choose] = useState(chosen ?? only?.slug ?? "");
  return (
    <SelectField
      name={kind}
      label={t(`${kind}.label`)}
      hint={t(choices.length === 0 ? `${kind}.none` : `${kind}.hint`)}
      value={value}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{t("later")}</option>
      {choices.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

type Props = SelectProps & { slug: string; revision: number };

/** Whose cases are reviewed. What else depends on it is read anew with the page. */
export function ChooseSource({ slug, revision, ...select }: Props) {
  const t = useTranslations("reviews.source");
  const { run, refusal } = useFormAction(chooseReviewSource, {
    errors: "reviews.errors",
    onDone: () => window.location.reload(),
  });
  return (
    <ScriptForm action={run} className="grid max-w-2xl gap-3">
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="revision" value={revision} />
      <SourceSelect {...select} />
      <div>
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {t("submit")}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}
