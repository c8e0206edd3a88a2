import clsx from "clsx";
import { getTranslations } from "next-intl/server";
import { PageLinks } from "#components/cases/page-links.tsx";
import { FlagRules } from "#components/study-results/people/flag-rules.tsx";
import { maxTrackColumns, PeopleTable } from "#components/study-results/people/people-table.tsx";
import type { PeopleTotals } from "#lib/study-results/people/people.ts";
import { peopleFilters, type PeoplePage, type PeopleQuery } from "#lib/study-results/people/people-list.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { minForClaim, type View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  query: PeopleQuery;
  list: PeoplePage;
  totals: PeopleTotals;
  /** The same list with something of it changed, from its first page on. */
  address: (change: Partial<PeopleQuery>) => string;
};

export async function PeopleList({ rows, view, query, list, totals, address }: Props) {
  const t = await getTranslations("resultsPeople.list");
  return (
    <section id="list" aria-labelledby="list-title" className="grid min-w-0 scroll-mt-4 gap-4">
      <h2 id="list-title" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <nav aria-label={t("show")} className="flex flex-wrap items-center gap-2 print:hidden">
        <span className="text-sm font-medium text-ink-muted">{t("show")}</span>
        <ul role="list" className="flex flex-wrap rounded-md border border-edge">
          {peopleFilters.map((filter) => (
            <li key={filter}>
              <a
                href={address({ show: filter })}
                aria-current={filter === query.show ? "true" : undefined}
                className={clsx(
                  "target flex items-center px-3 text-sm",
                  filter === query.show
                    ? "bg-accent-tint font-semibold text-ink"
                    : "text-accent hover:bg-sunken",
                )}
              >
                {t("filter", { name: t(`filters.${filter}`), count: list.counts[filter] })}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {list.people.length === 0 ? (
        <p className="text-ink-muted">{t("empty")}</p>
      ) : (
        <PeopleTable
          rows={rows}
          view={view}
          query={query}
          totals={totals}
          people={list.people}
          sortedBy={(sort) => address({ sort })}
        />
      )}
      <PageLinks page={list.page} pages={list.pages} addressOf={(page) => address({ page })} />
      <div className="measure grid gap-2 text-sm text-ink-muted">
        <p>{t("notes.interval", { least: minForClaim.cases })}</p>
        <p>{t("notes.time")}</p>
        {rows.study.design.questions.mayPass && <p>{t("notes.passed")}</p>}
        {rows.study.design.questions.confidence.ask !== "off" && <p>{t("notes.confidence")}</p>}
        {view.track === null && rows.tracks.length > maxTrackColumns && <p>{t("tracks")}</p>}
        <FlagRules />
      </div>
    </section>
  );
}
