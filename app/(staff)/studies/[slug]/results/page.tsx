import { getTranslations } from "next-intl/server";
import { figureAddress, invitationsPath, reportTableAddress, resultsPath, studyPath } from "#lib/paths.ts";
import { Comparisons, ModelsTable } from "#components/study-results/overview/model-tables.tsx";
import {
  ForestFigure,
  PublishedNotes,
  PublishedSwitch,
} from "#components/study-results/overview/forest-figure.tsx";
import { HeadlineText, KeyFigures } from "#components/study-results/overview/headline-text.tsx";
import { MethodNote, SelectionNote } from "#components/study-results/overview/notes.tsx";
import { OpenFolds } from "#components/study-results/overview/open-folds.tsx";
import { Parts, VariantsList } from "#components/study-results/overview/parts.tsx";
import { AutomaticSection } from "#components/reports/automatic-section.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { getStudyTables } from "#lib/results/automatic/study-tables.ts";
import { ResultTables } from "#components/study-results/overview/result-tables.tsx";
import { Robustness, SensitivityTable } from "#components/study-results/overview/robustness.tsx";
import { WholeBenchmarkSection } from "#components/study-results/overview/whole-benchmark.tsx";
import { ResultsFrame } from "#components/study-results/results-frame.tsx";
import { overviews } from "#components/task-kinds/overviews.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { computeOverview } from "#lib/study-results/overview/overview.ts";
import { hasRight, isRightKnownOfAll } from "#lib/study-results/rows/choices.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { isInterim, mainView, mayShow, viewKey, writeView, type View } from "#lib/study-results/schema.ts";
import { openResults } from "#app/(staff)/studies/[slug]/results/open-results.ts";
import { nameStudyWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameStudyWindow((t) => t("studies.frame.pages.results"));

export default async function ResultsPage(page: PageProps<"/studies/[slug]/results">) {
  const { viewer, rows, asked, view, frame } = await openResults(page);
  const published = typeof asked["published"] === "string" ? asked["published"] : null;
  const t = await getTranslations("resultsOverview");
  const { slug } = rows.study;
  const Own = overviews[rows.kind];
  const own = Own && <Own rows={rows} view={view} asked={asked} />;
  const isCounted = computeOverview(rows, view).people.n.answers > 0;
  // What was judged is the finding where right answers are known here and there.
  const isOwnFirst = Own !== undefined && hasRight(rows) && !isRightKnownOfAll(rows);
  return (
    <ResultsFrame
      {...frame}
      page="overview"
      title={t("title")}
      address={(query) => {
        for (const one of [asked["by"] ?? []].flat()) query.append("by", one);
        return resultsPath(slug, "overview", query);
      }}
    >
      {mayShow(rows.study, view.who) && (
        <>
          {isOwnFirst && own}
          {isCounted ? (
            <Overview
              rows={rows}
              view={view}
              published={published}
              title={isOwnFirst ? t("known") : null}
              isAsked={asked["robustness"] !== undefined}
            />
          ) : (
            <NoResults rows={rows} role={viewer.role} />
          )}
          {!isOwnFirst && own}
          {!isCounted && <ResultTables rows={rows} view={view} />}
          <Streamed>
            <Automatic rows={rows} view={view} by={asked["by"]} />
          </Streamed>
          <OpenFolds />
        </>
      )}
    </ResultsFrame>
  );
}

type AutomaticProps = { rows: StudyRows; view: View; by: string | string[] | undefined };

/** Judges, measures and models over all cases of the study, with people beside. */
async function Automatic({ rows, view, by }: AutomaticProps) {
  const { slug } = rows.study;
  const { who, kind } = view;
  const address = (names: readonly string[]) => {
    const query = writeView(view);
    for (const name of names) query.append("by", name);
    return resultsPath(slug, "overview", query);
  };
  const found = await getStudyTables(rows, view, by);
  // Tables of the report are over all that counts.
  const isReported = viewKey(view) === viewKey({ ...mainView(who), kind });
  return (
    <AutomaticSection
      found={found}
      of="study"
      who={who}
      address={address}
      {...(isReported && { filesAt: (table: string) => reportTableAddress(slug, table) })}
      kept={{ who, ...(kind && { kind }) }}
      drawnAt={(table, format) => {
        const query = new URLSearchParams([...writeView(view), ["table", table], ["by", found.by.join(",")]]);
        return figureAddress(slug, "automatic", query, format);
      }}
    />
  );
}

type OverviewProps = {
  rows: StudyRows;
  view: View;
  published: string | null;
  title: string | null;
  /** For the table of all combinations, which takes a while in a large study. */
  isAsked: boolean;
};

function Overview({ rows, view, published, title, isAsked }: OverviewProps) {
  const of = { rows, view };
  return (
    <div className="@container grid min-w-0 gap-6">
      {title && <h2 className="text-lg font-semibold">{title}</h2>}
      <KeyFigures {...of} />
      <div className="grid min-w-0 content-start gap-2">
        <ForestFigure {...of} published={published} />
        <PublishedSwitch {...of} published={published} />
      </div>
      <div className="min-w-0 border-t border-line">
        <HeadlineText {...of} />
        <SelectionNote {...of} />
        <ModelsTable {...of} />
        <Comparisons {...of} />
        <Parts {...of} />
        <VariantsList {...of} />
        <WholeBenchmarkSection {...of} />
        <Robustness {...of} isAsked={isAsked} />
        <SensitivityTable {...of} />
        <ResultTables {...of} />
        <MethodNote {...of} />
        <PublishedNotes {...of} published={published} />
      </div>
    </div>
  );
}

/** Nothing to count: because of the view, or since nobody has answered. */
async function NoResults({ rows, role }: { rows: StudyRows; role: "admin" | "researcher" }) {
  const t = await getTranslations("resultsOverview");
  const { slug } = rows.study;
  if (rows.answers.length > 0 && !hasRight(rows)) return null;
  if (rows.answers.length > 0) return <p className="measure text-xl">{t("headline.none")}</p>;
  return (
    <EmptyState
      title={t("empty.title")}
      action={
        role === "admin" && isInterim(rows.study) ? (
          <ButtonLink href={invitationsPath(slug)}>{t("empty.toInvitations")}</ButtonLink>
        ) : (
          <ButtonLink href={studyPath(slug)}>{t("empty.toLive")}</ButtonLink>
        )
      }
    >
      {t("empty.body")}
    </EmptyState>
  );
}
