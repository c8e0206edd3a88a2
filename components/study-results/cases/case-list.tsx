import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { PageLinks } from "#components/cases/page-links.tsx";
import { AnswerMapSection } from "#components/study-results/answer-map/answer-map-section.tsx";
import { CaseTable } from "#components/study-results/cases/case-table.tsx";
import { ClassLinks } from "#components/study-results/cases/class-links.tsx";
import { FilterLinks } from "#components/study-results/cases/filter-links.tsx";
import { ScatterSection } from "#components/study-results/cases/scatter-section.tsx";
import { Kept } from "#components/study-results/kept.tsx";
import { SearchForm } from "#components/study-results/cases/search-form.tsx";
import { SureFilter } from "#components/study-results/cases/sure-filter.tsx";
import { invitationsPath, resultsPath, studyPath } from "#lib/paths.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { Window } from "#lib/study-results/answer-map/window.ts";
import { writeCaseQuery, type CaseQuery } from "#lib/study-results/cases/case-filters.ts";
import { listCases, type ErrorClasses } from "#lib/study-results/cases/cases.ts";
import { nameMarked } from "#lib/study-results/figures/models.ts";
import { nameAmong } from "#lib/study-results/models/models.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  query: CaseQuery;
  /** The part of the map that is looked at. */
  window: Window;
  /** How cases begin, by the number of the study's case. */
  openings: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** Of cases with an analysis, by the number of the study's case. */
  classes: ErrorClasses;
  role: "admin" | "researcher";
};

/** The cases page: questions, the list that answers them, and people against a model. */
export async function CaseList({ rows, view, query, window, openings, classes, role }: Props) {
  const t = await getTranslations("resultsCases");
  const { slug } = rows.study;
  if (rows.answers.length === 0)
    return (
      <EmptyState
        title={t("noAnswersTitle")}
        action={
          role === "admin" ? (
            <ButtonLink href={invitationsPath(slug)}>{t("toInvitations")}</ButtonLink>
          ) : (
            <ButtonLink href={studyPath(slug)}>{t("toLive")}</ButtonLink>
          )
        }
      >
        {t("noAnswersBody")}
      </EmptyState>
    );
  const asked = `cases ${writeCaseQuery(view, query)} ${JSON.stringify([...classes])}`;
  return (
    <>
      <AnswerMapSection rows={rows} view={view} window={window} />
      <Kept rows={rows} view={view} of={asked}>
        <Listed rows={rows} view={view} query={query} openings={openings} classes={classes} />
      </Kept>
      <ScatterSection rows={rows} view={view} query={query} />
    </>
  );
}

async function Listed({ rows, view, query, openings, classes }: Omit<Props, "window" | "role">) {
  const t = await getTranslations("resultsCases");
  const { slug } = rows.study;
  const list = listCases(rows, view, query, classes);
  const placed = list.counts.all - list.counts.unanswered;
  return (
    <>
      <ApartNotes rows={rows} />
      {placed === 0 && <p className="measure">{t("noneCounted")}</p>}
      <FilterLinks slug={slug} view={view} query={query} counts={list.counts} />
      {classes.size > 0 && <ClassLinks slug={slug} view={view} query={query} classes={classes} />}
      {query.sure && <SureFilter rows={rows} view={view} query={query} sure={query.sure} />}
      <SearchForm slug={slug} view={view} query={query} runs={rows.runs} />
      <div className="grid min-w-0 gap-3">
        <p role="status" className="figures text-ink-muted">
          {t("count", { total: list.total })}
        </p>
        {list.total === 0 ? (
          <EmptyState title={t("noneTitle")}>{t("noneBody")}</EmptyState>
        ) : (
          <CaseTable
            rows={rows}
            view={view}
            query={query}
            placed={placed}
            openings={openings}
            classes={classes}
            cases={list.shown}
          />
        )}
        <PageLinks
          page={list.page}
          pages={list.pages}
          addressOf={(page) => resultsPath(slug, "cases", writeCaseQuery(view, { ...query, page }))}
        />
        <p className="measure text-sm text-ink-muted">{t("table.means", { who: view.who })}</p>
      </div>
    </>
  );
}

/** Which runs no figure of the list counts. */
async function ApartNotes({ rows }: { rows: StudyRows }) {
  const t = await getTranslations("resultsCases");
  const locale = await getLocale();
  const format = await getFormatter();
  const selecting = rows.runs.find((run) => run.apart === "selecting");
  const apart = rows.runs.filter((run) => run !== selecting && run.apart !== null);
  return (
    <>
      {selecting && (
        <p className="measure text-sm text-ink-muted">
          {t("selecting", { model: nameAmong(selecting, rows.runs) })}
        </p>
      )}
      {apart.length > 0 && (
        <p className="measure text-sm text-ink-muted">
          {t("apart", { runs: format.list(apart.map((run) => nameMarked(run, rows.runs, locale))) })}
        </p>
      )}
    </>
  );
}
