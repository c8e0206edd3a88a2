import { getFormatter, getTranslations } from "next-intl/server";
import { CountedLinks } from "#components/study-results/cases/counted-links.tsx";
import { resultsPath } from "#lib/paths.ts";
import { caseFilters, writeCaseQuery, type CaseQuery } from "#lib/study-results/cases/case-filters.ts";
import type { CaseList } from "#lib/study-results/cases/cases.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = { slug: string; view: View; query: CaseQuery; counts: CaseList["counts"] };

/** Questions that a list of cases answers, each with how many it finds. */
export async function FilterLinks({ slug, view, query, counts }: Props) {
  const t = await getTranslations("resultsCases.filters");
  const format = await getFormatter();
  return (
    <div className="grid gap-3">
      <CountedLinks
        label={t("label")}
        links={caseFilters.map((filter) => ({
          name: t(`${filter}.name`, { who: view.who }),
          count: format.number(counts[filter]),
          href: resultsPath(slug, "cases", writeCaseQuery(view, { ...query, filter, page: 1 })),
          isCurrent: filter === query.filter,
        }))}
      />
      <p className="measure text-sm text-ink-muted">{t(`${query.filter}.means`, { who: view.who })}</p>
    </div>
  );
}
