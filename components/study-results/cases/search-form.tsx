import { getLocale, getTranslations } from "next-intl/server";
import { RunSelect } from "#components/study-results/cases/run-select.tsx";
import { resultsPath } from "#lib/paths.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { maxModels, writeCaseQuery, type CaseQuery } from "#lib/study-results/cases/case-filters.ts";
import { nameMarked } from "#lib/study-results/figures/models.ts";
import type { RunRow } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { slug: string; view: View; query: CaseQuery; runs: readonly RunRow[] };

/** A plain form: what it asks for stands in the address, and it needs no script. */
export async function SearchForm({ slug, view, query, runs }: Props) {
  const t = await getTranslations("resultsCases.search");
  const locale = await getLocale();
  const address = resultsPath(slug, "cases");
  const named = runs.map((run) => ({ id: run.id, name: nameMarked(run, runs, locale) }));
  const kept = writeCaseQuery(view, { ...query, find: "", page: 1, models: [] });
  return (
    <form
      key={`${query.find} ${query.models.join()}`}
      action={address}
      role="search"
      aria-label={t("label")}
      className="grid gap-4 print:hidden"
    >
      {[...kept].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <TextField type="search" name="find" label={t("find")} maxLength={500} defaultValue={query.find} />
        {runs.length > 0 &&
          Array.from({ length: maxModels }, (_, i) => (
            <RunSelect
              key={i}
              name="model"
              label={t("model", { number: i + 1 })}
              none={t("none")}
              runs={named}
              chosen={query.models[i]}
            />
          ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">{t("submit")}</Button>
        <ButtonLink href={resultsPath(slug, "cases", writeView(view))} variant="quiet">
          {t("reset")}
        </ButtonLink>
      </div>
    </form>
  );
}
