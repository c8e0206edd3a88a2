"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { SelectField } from "#components/ui/fields/select-field.tsx";

type Choice = { slug: string; name: string };
export type Sources = { benchmarks: readonly Choice[]; studies: readonly Choice[] };

type Props = {
  /** Whether the items come from the cases of a closed study, or from a benchmark by itself. */
  isOfStudy: boolean;
  sources: Sources;
  chosen?: string | undefined;
};

/** Whose cases are reviewed. */
export function SourceSelect({ isOfStudy, sources, chosen }: Props) {
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
