import { getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import { openResults } from "#app/(staff)/studies/[slug]/results/open-results.ts";
import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { Streamed } from "#components/ui/streamed.tsx";
import { reportAddress, resultsPath, studyCardPath, studyPath } from "#lib/paths.ts";
import { ReportView } from "#components/reports/report-view.tsx";
import { ResultsFrame } from "#components/study-results/results-frame.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { readReport } from "#lib/reports/report.ts";
import type { ReportChoice } from "#lib/reports/schema.ts";
import { isPublishedShown } from "#lib/results/render/forest.ts";
import { isRunning } from "#lib/studies/schema.ts";
import { findPublished } from "#lib/study-results/figures/published-rows.ts";
import { getAnalysed } from "#lib/study-results/rows/choices.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, mayShow, type Population, populations, writeView } from "#lib/study-results/schema.ts";

export const generateMetadata = nameStudyWindow((t) => t("results.pages.report"));

export default async function ReportPage(props: PageProps<"/studies/[slug]/results/report">) {
  const { rows, view, asked, frame } = await openResults(props);
  const t = await getTranslations("reportPage");
  const { who } = view;
  const hasPublished = findPublished(rows, mainView(who)) !== null;
  const kind = rows.kinds.length > 1 ? rows.kind : undefined;
  const choice = { who, withPublished: hasPublished && isPublishedShown(asked["published"]), kind };
  const isShown = mayShow(rows.study, who);
  const isEmpty = isShown && getAnalysed(rows, mainView(who)).answers.length === 0;
  return (
    <ResultsFrame
      {...frame}
      page="report"
      title={t("title")}
      intro={t("intro")}
      kinds={(query) => resultsPath(rows.study.slug, "report", query)}
      actions={isShown && !isEmpty && <Actions rows={rows} choice={choice} />}
    >
      {isShown && (
        <div className="grid min-w-0 gap-4">
          <div className="flex min-w-0 flex-wrap gap-x-6 empty:hidden">
            <Others rows={rows} who={who} />
            {hasPublished && !isEmpty && <PublishedChoice rows={rows} choice={choice} />}
          </div>
          {isEmpty ? (
            <EmptyState
              title={t("none.title")}
              action={<ButtonLink href={studyPath(rows.study.slug)}>{t("none.action")}</ButtonLink>}
            >
              {t("none.body")}
            </EmptyState>
          ) : (
            <>
              <p className="no-print measure text-sm text-ink-muted">{t("downloadNote")}</p>
              <Streamed
                key={`${rows.stamp} ${who} ${choice.withPublished}`}
                fallback={<p role="status">{t("working")}</p>}
              >
                <FullReport rows={rows} choice={choice} />
              </Streamed>
            </>
          )}
        </div>
      )}
    </ResultsFrame>
  );
}

const viewOf = ({ kinds, kind }: StudyRows, who: Population) => ({
  ...mainView(who),
  kind: kinds.length > 1 ? kind : null,
});

type ReportProps = { rows: StudyRows; choice: ReportChoice };

async function Actions({ rows: { study }, choice }: ReportProps) {
  const t = await getTranslations("reportPage");
  const cards = await getTranslations("cards.staff");
  return (
    <>
      {!isRunning(study.state) && (
        <ButtonLink href={studyCardPath(study.slug)} className="no-print">
          {cards("fromReport")}
        </ButtonLink>
      )}
      <ButtonLink href={reportAddress(study.slug, choice)} download variant="primary" className="no-print">
        {t("download")}
      </ButtonLink>
    </>
  );
}

async function FullReport({ rows, choice }: ReportProps) {
  return <ReportView report={await readReport(rows, choice)} />;
}

/** What a paper printed of the same cases stands in a report where it is asked for. */
async function PublishedChoice({ rows, choice: { who, withPublished } }: ReportProps) {
  const t = await getTranslations("resultsOverview.publishedNotes");
  const query = writeView(viewOf(rows, who));
  if (!withPublished) query.set("published", "with");
  return (
    <p className="no-print">
      <Link
        href={resultsPath(rows.study.slug, "report", query)}
        className="target inline-flex items-center text-accent underline"
      >
        {t(withPublished ? "hide" : "show")}
      </Link>
    </p>
  );
}

/** People and those who were made up are never in one report. */
async function Others({ rows, who }: { rows: StudyRows; who: Population }) {
  const t = await getTranslations("reportPage.other");
  const others = populations.filter((one) => one !== who && rows.has[one]);
  return others.map((other) => (
    <p key={other} className="no-print">
      <Link
        href={resultsPath(rows.study.slug, "report", writeView(viewOf(rows, other)))}
        className="target inline-flex items-center text-accent underline"
      >
        {t(other)}
      </Link>
    </p>
  ));
}
