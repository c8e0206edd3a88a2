import { getTranslations } from "next-intl/server";
import { resultsPath } from "#lib/paths.ts";
import { CalibrationSection } from "#components/study-results/models/calibration-section.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { RunChoice } from "#components/study-results/models/run-choice.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { describeModel, nameAmong } from "#lib/study-results/models/models.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; run: RunRow };

/** One run on the cases of the view, and how well it knew when it was right. */
export async function RunSection({ rows, view, run }: Props) {
  const t = await getTranslations("resultsModels");
  const marks = await getTranslations("resultsApart");
  const { slug } = rows.study;
  const detail = describeModel(rows, view, run);
  const name = nameAmong(run, rows.runs);
  const query = writeView(view);
  query.set("model", String(run.id));
  const { cases, answered, failed, missing } = detail;
  return (
    <section id="run" aria-labelledby="run-title" className="grid min-w-0 scroll-mt-4 gap-6">
      <h2 id="run-title" className="text-xl font-semibold wrap-anywhere">
        <bdi>{name}</bdi>
      </h2>
      <RunChoice rows={rows} view={view} run={run} />
      {run.apart !== null && (
        <Callout
          tone="warning"
          title={
            run.apart === "selecting"
              ? t("selecting.title", { model: name })
              : marks("title", { model: name })
          }
        >
          {run.apart === "selecting" ? t("selecting.body") : marks(`why.${run.apart}`, { model: name })}
        </Callout>
      )}
      <p className="measure">
        {t("counts", { answered, cases, failed, missing })}{" "}
        <a href={resultsPath(slug, "cases", caseByCase(view, run.id))} className="text-accent underline">
          {t("caseByCase")}
        </a>
      </p>
      <CalibrationSection
        slug={slug}
        view={view}
        detail={detail}
        name={name}
        downloads={figureDownloads(slug, "model-reliability", query)}
      />
    </section>
  );
}

/** The list of cases with a column of this run, those first to whose right option it gave least. */
function caseByCase(view: View, runId: number): URLSearchParams {
  const query = writeView(view);
  query.set("model", String(runId));
  query.set("against", String(runId));
  query.set("sort", `run-${runId}`);
  return query;
}
