import { getTranslations } from "next-intl/server";
import { openResults } from "#app/(staff)/studies/[slug]/results/open-results.ts";
import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { DemoPanel } from "#components/demo/demo-panel.tsx";
import { CaseList } from "#components/study-results/cases/case-list.tsx";
import { listAnalyses } from "#lib/case-analyses/queries.ts";
import { classesOf } from "#lib/case-analyses/schema.ts";
import { hasRole } from "#lib/auth/viewer.ts";
import { listExamples } from "#lib/demo/examples/queries.ts";
import { ownName } from "#lib/demo/own-address.ts";
import { isWatchedDemo } from "#lib/demo/schema.ts";
import { getSimulation } from "#lib/simulation/queries.ts";
import { ResultsFrame } from "#components/study-results/results-frame.tsx";
import { resultsPath } from "#lib/paths.ts";
import { readWindow } from "#lib/study-results/answer-map/window.ts";
import { readCaseQuery, writeCaseQuery } from "#lib/study-results/cases/case-filters.ts";
import { listOpenings } from "#lib/study-results/cases/case-queries.ts";
import { readView } from "#lib/study-results/schema.ts";

export const generateMetadata = nameStudyWindow((t) => t("results.pages.cases"));

export default async function CasesPage(props: PageProps<"/studies/[slug]/results/cases">) {
  const { viewer, rows, asked, frame } = await openResults(props);
  const isWatched = isWatchedDemo(rows.study);
  // Before the first of them has begun, a study without people would be shown as one for people.
  const view = isWatched ? { ...frame.view, who: "simulated" as const } : frame.view;
  const t = await getTranslations("resultsCases");
  const { slug } = rows.study;
  const query = readCaseQuery(asked, rows);
  const classes = classesOf(await listAnalyses(rows.study.id), rows.cases);
  // What is asked of the list stays while the view changes.
  const address = (other: URLSearchParams) =>
    resultsPath(
      slug,
      "cases",
      writeCaseQuery(readView(Object.fromEntries(other), rows), { ...query, page: 1 }),
    );
  return (
    <ResultsFrame {...frame} view={view} address={address} page="cases" title={t("title")}>
      {isWatched && (
        <DemoPanel
          rows={rows}
          view={view}
          isRunning={(await getSimulation(rows.study.id)) !== null}
          own={asked[ownName]}
          examples={hasRole(viewer, ["admin"]) ? await listExamples(viewer) : null}
        />
      )}
      <CaseList
        rows={rows}
        view={view}
        query={query}
        classes={classes}
        openings={(ids) => listOpenings(viewer, slug, ids)}
        window={readWindow(asked)}
        role={viewer.role}
      />
    </ResultsFrame>
  );
}
