import { useTranslations } from "next-intl";
import { resultsPath } from "#lib/paths.ts";
import { BinsTable } from "#components/study-results/models/bins-table.tsx";
import { CalibrationSection } from "#components/study-results/models/calibration-section.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { PositionsSection } from "#components/study-results/models/positions-section.tsx";
import { RunChoice } from "#components/study-results/models/run-choice.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { describeModel, nameAmong } from "#lib/study-results/models/models.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; run: RunRow };

/** Everything about one run on the cases of the view. */
export function RunSection({ rows, view, run }: Props) {
  const t = useTranslations("resultsModels");
  const marks = useTranslations("resultsApart");
  const { slug } = rows.study;
  const detail = describeModel(rows, view, run);
  const name = nameAmong(run, rows.runs);
  const query = writeView(view);
  query.set("model", String(run.id));
  const downloads = (figure: string) => figureDownloads(slug, figure, query);
  const { cases, answered, failed, missing, byLength } = detail;
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
      <CalibrationSection {...{ slug, view, detail, name }} downloads={downloads("model-reliability")} />
      {answered > 0 && (
        <>
          <PositionsSection detail={detail} name={name} downloads={downloads("model-positions")} />
          <section aria-labelledby="by-length" className="grid min-w-0 gap-3">
            <h3 id="by-length" className="text-lg font-semibold">
              {t("lengths.title")}
            </h3>
            {byLength.length === 0 ? (
              <p className="measure">{t("lengths.none")}</p>
            ) : (
              <>
                <p className="measure text-ink-muted">{t("lengths.about")}</p>
                <BinsTable caption={t("lengths.caption", { model: name })} bins={byLength} write={String} />
              </>
            )}
          </section>
        </>
      )}
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
