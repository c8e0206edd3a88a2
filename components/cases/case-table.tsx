import { getTranslations } from "next-intl/server";
import { casePath, casesPath } from "#lib/paths.ts";
import { shortKey } from "#components/cases/short-key.ts";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { ListedCase, listFilterValues } from "#lib/benchmarks/case-queries.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { caseKinds } from "#lib/task-kinds/case-kinds.ts";
import { caseForms, type CaseFilter } from "#lib/benchmarks/schema.ts";

export async function CaseTable({ slug, cases }: { slug: string; cases: readonly ListedCase[] }) {
  const t = await getTranslations("cases");
  const columns = [
    { key: "excerpt", label: t("columns.excerpt"), fills: true },
    { key: "key", label: t("columns.key") },
    { key: "source", label: t("columns.source"), mayGo: true },
    { key: "track", label: t("columns.track") },
    { key: "form", label: t("columns.form") },
    { key: "options", label: t("columns.options"), numeric: true },
    { key: "length", label: t("columns.length"), numeric: true, mayGo: true },
    { key: "version", label: t("columns.version"), numeric: true },
  ];
  const rows = cases.map((one) => ({
    id: JSON.stringify([one.track, one.key]),
    cells: {
      excerpt: {
        quote: one.excerpt,
        lang: one.language,
        as: "line" as const,
        href: casePath(slug, one.track, one.key),
      },
      key: shortKey(one.key),
      source: one.source && { text: one.source, isName: true, isWhole: true, isMuted: true, isSmall: true },
      track: { text: one.track, isName: true },
      form:
        one.form === "unparsed"
          ? { badge: t("forms.unparsed"), tone: "warning" as const }
          : t(`forms.${one.form}`),
      options: one.optionCount,
      length: one.answerLength ?? "–",
      version: one.version,
    },
  }));
  return (
    <>
      <Table caption={t("caption")} isTight columns={columns} rows={rows} />
      <EmptyColumns columns={columns} rows={rows} />
    </>
  );
}

type Props = {
  slug: string;
  filter: CaseFilter;
  values: Awaited<ReturnType<typeof listFilterValues>>;
};

type Choice = { name: "track" | "form" | "options" | "kind"; value: string | undefined } & {
  options: readonly (readonly [value: string, words: string])[];
};

/** A plain form: what it asks for stands in the address, and it needs no script. */
export async function CaseFilterForm({ slug, filter, values }: Props) {
  const t = await getTranslations("cases.filter");
  const { longestAnswer: longest } = values;
  const choices: readonly Choice[] = [
    { name: "track", value: filter.track, options: values.tracks.map((track) => [track, track]) },
    { name: "form", value: filter.form, options: caseForms.map((form) => [form, t(`forms.${form}`)]) },
    {
      name: "options",
      value: filter.options?.toString(),
      options: values.optionCounts.map((count) => [`${count}`, `${count}`]),
    },
    { name: "kind", value: filter.kind, options: caseKinds.map((kind) => [kind, t(`kinds.${kind}`)]) },
  ];
  return (
    <form action={casesPath(slug)} role="search" aria-label={t("label")} className="mb-6 grid gap-4">
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {choices.map(({ name, value = "", options }) => (
          <SelectField key={`${name} ${value}`} name={name} label={t(name)} defaultValue={value}>
            <option value="">{t("all")}</option>
            {options.map(([option, words]) => (
              <option key={option} value={option}>
                {words}
              </option>
            ))}
          </SelectField>
        ))}
        {(["longer", "shorter"] as const).map((name) => (
          <TextField
            key={`${name} ${filter[name]}`}
            type="number"
            name={name}
            label={name === "shorter" && longest !== null ? t("shorterOf", { most: longest }) : t(name)}
            min={0}
            defaultValue={filter[name]}
          />
        ))}
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
