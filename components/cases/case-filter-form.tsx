import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { casesPath } from "#lib/paths.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { caseKinds } from "#lib/task-kinds/case-kinds.ts";
import { caseForms, type CaseFilter } from "#lib/benchmarks/schema.ts";

type Props = {
  slug: string;
  filter: CaseFilter;
  values: { tracks: readonly string[]; optionCounts: readonly number[]; longestAnswer: number | null };
};

/** A plain form: what it asks for stands in the address, and it needs no script. */
export async function CaseFilterForm({ slug, filter, values }: Props) {
  const t = await getTranslations("cases.filter");
  const all = <option value="">{t("all")}</option>;
  return (
    <form action={casesPath(slug)} role="search" aria-label={t("label")} className="mb-6 grid gap-4">
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Choice name="track" label={t("track")} value={filter.track}>
          {all}
          {values.tracks.map((track) => (
            <option key={track}>{track}</option>
          ))}
        </Choice>
        <Choice name="form" label={t("form")} value={filter.form}>
          {all}
          {caseForms.map((form) => (
            <option key={form} value={form}>
              {t(`forms.${form}`)}
            </option>
          ))}
        </Choice>
        <Choice name="options" label={t("options")} value={filter.options?.toString()}>
          {all}
          {values.optionCounts.map((count) => (
            <option key={count}>{count}</option>
          ))}
        </Choice>
        <Choice name="kind" label={t("kind")} value={filter.kind}>
          {all}
          {caseKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`kinds.${kind}`)}
            </option>
          ))}
        </Choice>
        <LengthFields filter={filter} longest={values.longestAnswer} />
        <div className="sm:col-span-2">
          <TextField
            type="search"
            name="text"
            label={t("text")}
            maxLength={200}
            defaultValue={filter.text}
            key={`text ${filter.text}`}
          />
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary">
          {t("submit")}
        </Button>
        <ButtonLink href={casesPath(slug)} variant="quiet">
          {t("reset")}
        </ButtonLink>
      </div>
    </form>
  );
}

/** Of the answer: at least, and at most. */
async function LengthFields({ filter, longest }: { filter: CaseFilter; longest: number | null }) {
  const t = await getTranslations("cases.filter");
  return (
    <>
      <TextField
        type="number"
        name="longer"
        label={t("longer")}
        min={0}
        defaultValue={filter.longer}
        key={`longer ${filter.longer}`}
      />
      <TextField
        type="number"
        name="shorter"
        label={longest === null ? t("shorter") : t("shorterOf", { most: longest })}
        min={0}
        defaultValue={filter.shorter}
        key={`shorter ${filter.shorter}`}
      />
    </>
  );
}

type ChoiceProps = { name: string; label: string; value: string | undefined; children: ReactNode };

function Choice({ name, label, value = "", children }: ChoiceProps) {
  return (
    <SelectField key={`${name} ${value}`} name={name} label={label} defaultValue={value}>
      {children}
    </SelectField>
  );
}
