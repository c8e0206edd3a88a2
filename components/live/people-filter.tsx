"use client";

import { useTranslations } from "next-intl";
import Form from "next/form";
import type { LiveQuery } from "#components/live/live-query.ts";
import { filtersOf } from "#components/live/view.ts";
import { studyPath } from "#lib/paths.ts";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import type { StudyState } from "#lib/studies/schema.ts";

type Props = { slug: string; state: StudyState; query: LiveQuery; isAdmin: boolean; total: number };

/** Stands in the address, so that it can be shared and survives a reload. */
export function PeopleFilter({ slug, state, query, isAdmin, total }: Props) {
  const t = useTranslations("live.people");
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <Form
        key={`${query.filter} ${query.find}`}
        action={studyPath(slug)}
        scroll={false}
        role="search"
        className="flex flex-wrap items-end gap-3"
      >
        <SelectField name="filter" label={t("filter")} defaultValue={query.filter}>
          {filtersOf(state, query.filter).map((filter) => (
            <option key={filter} value={filter}>
              {t(`filters.${filter}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          name="find"
          label={t(isAdmin ? "find" : "findNumber")}
          defaultValue={query.find}
          autoComplete="off"
          className="max-w-44"
        />
        <Button type="submit">{t("search")}</Button>
      </Form>
      <p role="status" className="figures text-sm text-ink-muted">
        {t("shown", { total })}
      </p>
    </div>
  );
}
