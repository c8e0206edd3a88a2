import clsx from "clsx";
import { useFormatter, useTranslations } from "next-intl";
import { resultsPath } from "#components/studies/address.ts";
import { caseFilters, writeCaseQuery, type CaseQuery } from "#lib/study-results/case-filters.ts";
import type { CaseList } from "#lib/study-results/cases.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = { slug: string; view: View; query: CaseQuery; counts: CaseList["counts"] };

/** Questions that a list of cases answers, each with how many it finds. */
export function FilterLinks({ slug, view, query, counts }: Props) {
  const t = useTranslations("resultsCases.filters");
  const format = useFormatter();
  return (
    <div className="grid gap-3">
      <nav aria-label={t("label")}>
        <ul role="list" className="flex flex-wrap gap-2">
          {caseFilters.map((filter) => {
            const isCurrent = filter === query.filter;
            const to = writeCaseQuery(view, { ...query, filter, page: 1 });
            return (
              <li key={filter} className="min-w-0">
                <a
                  href={resultsPath(slug, "cases", to)}
                  aria-current={isCurrent ? "true" : undefined}
                  className={clsx(
                    "target flex items-center gap-2 rounded-full border px-3 text-sm",
                    isCurrent
                      ? "border-accent bg-accent-tint font-semibold text-ink"
                      : "border-edge text-accent hover:bg-sunken",
                  )}
                >
                  <span>{t(`${filter}.name`, { who: view.who })}</span>
                  <span className="figures text-ink-muted">{format.number(counts[filter])}</span>
                </a>
              </li>
            );
          })}
        </ul>
      </nav>
      <p className="measure text-sm text-ink-muted">{t(`${query.filter}.means`, { who: view.who })}</p>
    </div>
  );
}
