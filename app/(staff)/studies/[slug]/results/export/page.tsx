import { getTranslations } from "next-intl/server";
import { openResults } from "#app/(staff)/studies/[slug]/results/open-results.ts";
import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { Coding, ExportForm, OtherWays } from "#components/study-exports/export-form.tsx";
import { ResultsFrame } from "#components/study-results/results-frame.tsx";
import { listCodeBooks } from "#lib/imports/coding/code-study.ts";
import { newExportKey } from "#lib/study-exports/numbering.ts";
import { type ExportPopulation, mayExport } from "#lib/study-exports/schema.ts";
import { listLogs, listUnlogged } from "#lib/study-exports/people-as-log/people-as-log.ts";
import { listModelFiles } from "#lib/study-exports/people-as-model/people-as-model.ts";
import { isRunning } from "#lib/studies/schema.ts";
import { getWholeRows } from "#lib/study-results/rows/rows-queries.ts";

export const generateMetadata = nameStudyWindow((t) => t("results.pages.export"));

export default async function ExportPage(props: PageProps<"/studies/[slug]/results/export">) {
  const { viewer, rows, view, frame } = await openResults(props);
  const t = await getTranslations("resultsExport");
  const { study, has } = rows;
  const { byKind = [rows] } = (await getWholeRows(viewer, study.slug)) ?? {};
  const models = listModelFiles({ byKind, who: view.who });
  const logged = listLogs({ byKind, who: view.who });
  const logs = { tracks: logged.map(({ track }) => track), unlogged: listUnlogged(byKind) };
  const others: ExportPopulation[] = has.people && has.simulated ? ["people", "simulated", "all"] : [];
  const whos = [...new Set([view.who, ...others])].filter((who) => mayExport(study, who));
  return (
    <ResultsFrame {...frame} page="export" title={t("title")} intro={t("intro")}>
      <div className="grid min-w-0 gap-10">
        <ExportForm slug={study.slug} drawnBy={newExportKey()} whos={whos} models={models} logs={logs} />
        {viewer.role === "admin" && !isRunning(study.state) && (
          <Coding slug={study.slug} books={listCodeBooks()} />
        )}
        <OtherWays slug={study.slug} />
      </div>
    </ResultsFrame>
  );
}
