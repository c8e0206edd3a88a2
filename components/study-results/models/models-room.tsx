import { useTranslations } from "next-intl";
import { Suspense } from "react";
import { runsPath } from "#components/benchmarks/address.ts";
import { resultsPath } from "#components/studies/address.ts";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { RatersSection } from "#components/study-results/models/raters-section.tsx";
import { RunSection } from "#components/study-results/models/run-section.tsx";
import { RunsTable } from "#components/study-results/models/runs-table.tsx";
import { WithIntervals } from "#components/study-results/overview/with-intervals.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { Intervals } from "#lib/study-results/intervals.ts";
import { recallRaters } from "#lib/study-results/model-agreement.ts";
import { chooseRun } from "#lib/study-results/models.ts";
import { recallSelection } from "#lib/study-results/overview.ts";
import type { StudyRows } from "#lib/study-results/rows.ts";
import { resamples, writeView, type View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  /** The number of the run that the address asks for. */
  asked: string | null;
  role: "admin" | "researcher";
};

export function ModelsRoom({ rows, view, asked, role }: Props) {
  const t = useTranslations("resultsModels");
  const { slug, benchmark } = rows.study;
  const run = chooseRun(rows, view, asked);
  if (!run)
    return (
      <EmptyState
        title={t("noRuns.title")}
        action={
          role === "admin" && <ButtonLink href={runsPath(benchmark.slug)}>{t("noRuns.action")}</ButtonLink>
        }
      >
        {t("noRuns.body")}
      </EmptyState>
    );
  if (recallSelection(rows, view).cases.length === 0)
    return (
      <EmptyState
        title={t("noAnswers.title")}
        action={
          <ButtonLink href={resultsPath(slug, "people", writeView(view))}>{t("noAnswers.action")}</ButtonLink>
        }
      >
        {t("noAnswers.body", { who: view.who })}
      </EmptyState>
    );
  return (
    <div className="grid min-w-0 gap-10">
      <section aria-labelledby="runs" className="grid min-w-0 gap-3">
        <h2 id="runs" className="text-xl font-semibold">
          {t("runs.title")}
        </h2>
        <WithIntervals
          {...{ rows, view }}
          draw={(intervals) => (
            <Suspense fallback={<RunsTable {...{ rows, view, intervals }} raters={null} shown={run.id} />}>
              <RunsWithRaters {...{ rows, view, intervals }} shown={run.id} />
            </Suspense>
          )}
        />
        <p className="measure text-ink-muted">
          {t("runs.about", { b: resamples, seed: String(rows.study.design.sample.seed), who: view.who })}
        </p>
      </section>
      <RunSection rows={rows} view={view} run={run} />
      <Suspense fallback={<p role="status">{t("agreement.working")}</p>}>
        <Raters rows={rows} view={view} />
      </Suspense>
    </div>
  );
}

type RunsProps = { rows: StudyRows; view: View; intervals: Intervals | null; shown: number };

async function RunsWithRaters(props: RunsProps) {
  return <RunsTable {...props} raters={await recallRaters(props.rows, props.view)} />;
}

async function Raters({ rows, view }: { rows: StudyRows; view: View }) {
  const downloads = figureDownloads(rows.study.slug, "model-agreement", writeView(view));
  return <RatersSection raters={await recallRaters(rows, view)} downloads={downloads} />;
}
