"use client";

import { useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import { useState } from "react";
import { writeLiveQuery, type LiveQuery } from "#components/live/live-query.ts";
import { ManageSitting } from "#components/live/manage-sitting.tsx";
import { PeopleFilter } from "#components/live/people-filter.tsx";
import { SittingsTable } from "#components/live/sittings-table.tsx";
import type { LiveView, SentSitting } from "#components/live/view.ts";
import { invitationsPath, studyPath } from "#lib/paths.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

type Props = {
  study: { id: string; slug: string };
  view: LiveView;
  query: LiveQuery;
  isAdmin: boolean;
  renderedAt: string;
};

/** Those who take part, fifty a page. What is being done to one of them outlives the row it began in. */
export function People({ study, view, query, isAdmin, renderedAt }: Props) {
  const t = useTranslations("live.people");
  const { state, people, totals, simulated } = view;
  const [chosen, choose] = useState<SentSitting | null>(null);
  const isFiltered = query.filter !== "all" || query.find !== "";
  const managed = chosen && (people.sittings.find(({ number }) => number === chosen.number) ?? chosen);
  return (
    <section aria-labelledby="people" className="grid gap-4">
      <h2 id="people" className="text-xl font-semibold">
        {t("title")}
      </h2>
      {totals.consented === 0 && !simulated?.consented && !isFiltered ? (
        <EmptyState
          title={t("none")}
          {...(isAdmin
            ? { action: <ButtonLink href={invitationsPath(study.slug)}>{t("toInvitations")}</ButtonLink> }
            : {})}
        >
          {t("noneBody")}
        </EmptyState>
      ) : (
        <>
          <PeopleFilter
            slug={study.slug}
            state={state}
            query={query}
            isAdmin={isAdmin}
            total={people.total}
          />
          {people.sittings.length === 0 ? (
            <p className="text-ink-muted">{t("noMatch")}</p>
          ) : (
            <SittingsTable view={view} isAdmin={isAdmin} renderedAt={renderedAt} onManage={choose} />
          )}
          <Pages slug={study.slug} query={query} people={people} />
        </>
      )}
      {managed && (
        <ManageSitting
          studyId={study.id}
          state={state}
          sitting={managed}
          judged={view.judged.find(({ number }) => number === managed.number)}
          onClose={() => choose(null)}
        />
      )}
    </section>
  );
}

type PagesProps = { slug: string; query: LiveQuery; people: LiveView["people"] };

function Pages({ slug, query, people: { page, pages } }: PagesProps) {
  const t = useTranslations("live.people.pages");
  if (pages < 2) return null;
  const linkTo = (to: number, rel: "prev" | "next", label: string) => (
    <Link
      href={`${studyPath(slug)}${writeLiveQuery({ ...query, page: to })}`}
      rel={rel}
      scroll={false}
      className={buttonClass()}
    >
      {label}
    </Link>
  );
  return (
    <nav aria-label={t("label")} className="flex flex-wrap items-center gap-3">
      {page > 1 && linkTo(page - 1, "prev", t("previous"))}
      <span className="figures text-ink-muted">{t("here", { page, pages })}</span>
      {page < pages && linkTo(page + 1, "next", t("next"))}
    </nav>
  );
}
