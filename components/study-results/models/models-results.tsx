import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Streamed } from "#components/ui/streamed.tsx";
import { resultsPath, runsPath } from "#lib/paths.ts";
import { Kept } from "#components/study-results/kept.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { RatersSection } from "#components/study-results/models/raters-section.tsx";
import { MethodsSection } from "#components/study-results/models/methods-section.tsx";
import { PlacesSection } from "#components/study-results/models/places-section.tsx";
import { RunDetails } from "#components/study-results/models/run-details.tsx";
import { RunSection } from "#components/study-results/models/run-section.tsx";
import { RunsTable } from "#components/study-results/models/runs-table.tsx";
import { TakenSection } from "#components/study-results/models/taken-section.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { type Raters, getRaters } from "#lib/study-results/models/model-agreement.ts";
import { chooseRun } from "#lib/study-results/models/models.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { type View, writeView } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  /** The number of the run that the address asks for. */
  asked: string | null;
  role: "admin" | "researcher";
};

export async function ModelsResults({ rows, view, asked, role }: Props) {
  const run = chooseRun(rows, view, asked);
  if (!run) return <NoRuns rows={rows} role={role} />;
  if (getSelection(rows, view).cases.length === 0) return <NoAnswers rows={rows} view={view} />;
  const raters = getRaters(rows, view);
  const found = <Models rows={rows} view={view} run={run} raters={raters} />;
  if (raters instanceof Promise) return found;
  return (
    <Kept rows={rows} view={view} of={`models ${run.id}`}>
      {found}
    </Kept>
  );
}

type ModelsProps = { rows: StudyRows; view: View; run: RunRow; raters: Raters | Promise<Raters> };

async function Models({ rows, view, run, raters }: ModelsProps) {
  const t = await getTranslations("resultsModels");
  return (
    <div className="grid min-w-0 gap-10">
      <section aria-labelledby="runs" className="grid min-w-0 gap-3">
        <h2 id="runs" className="text-xl font-semibold">
          {t("runs.title")}
        </h2>
        <WithRaters
          raters={raters}
          draw={(found) => <RunsTable rows={rows} view={view} raters={found} shown={run.id} />}
        />
        <p className="measure text-ink-muted">{t("runs.about", { who: view.who })}</p>
      </section>
      <div className="grid min-w-0 items-start gap-10 xl:grid-cols-2">
        <PlacesSection rows={rows} view={view} />
        <MethodsSection rows={rows} view={view} />
        <TakenSection rows={rows} view={view} />
        <RunSection rows={rows} view={view} run={run} />
        <RunDetails rows={rows} view={view} run={run} />
      </div>
      <WithRaters
        raters={raters}
        draw={(found) =>
          found ? (
            <RatersSection
              raters={found}
              downloads={figureDownloads(rows.study.slug, "model-agreement", writeView(view))}
            />
          ) : (
            <p role="status">{t("agreement.working")}</p>
          )
        }
      />
    </div>
  );
}

async function NoRuns({ rows: { study }, role }: Pick<Props, "rows" | "role">) {
  const t = await getTranslations("resultsModels.noRuns");
  return (
    <EmptyState
      title={t("title")}
      action={
        role === "admin" && <ButtonLink href={runsPath(study.benchmark.slug)}>{t("action")}</ButtonLink>
      }
    >
      {t("body")}
    </EmptyState>
  );
}

async function NoAnswers({ rows: { study }, view }: Pick<Props, "rows" | "view">) {
  const t = await getTranslations("resultsModels.noAnswers");
  return (
    <EmptyState
      title={t("title")}
      action={
        <ButtonLink href={resultsPath(study.slug, "people", writeView(view))}>{t("action")}</ButtonLink>
      }
    >
      {t("body", { who: view.who })}
    </EmptyState>
  );
}

type RatersProps = {
  raters: Raters | Promise<Raters>;
  /** With null while they are being compared. */
  draw: (raters: Raters | null) => ReactNode;
};

/** What nobody has to wait for is drawn once: what stands in for it would be sent too. */
function WithRaters({ raters, draw }: RatersProps) {
  if (!(raters instanceof Promise)) return draw(raters);
  return (
    <Streamed fallback={draw(null)}>
      <Compared raters={raters} draw={draw} />
    </Streamed>
  );
}

async function Compared({ raters, draw }: RatersProps) {
  return draw(await raters);
}
