import { getTranslations, getLocale } from "next-intl/server";
import { resultsPath } from "#lib/paths.ts";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { Callout } from "#components/ui/callout.tsx";
import {
  getModelDetail,
  distinctName,
  isTooFew,
  type ModelDetail,
} from "#lib/study-results/models/models.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";
import type { Downloads } from "#components/charts/figure-downloads.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { BinsTable } from "#components/study-results/models/bins-table.tsx";
import { share, type ModelWords } from "#components/study-results/models/small-sample.ts";
import { countOfSure } from "#components/study-results/models/sure-cases.ts";
import { percent } from "#components/study-results/figure-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inPercent, asPercent } from "#lib/figures/written.ts";
import { sureInBin, sureInGroup, type ConfidenceRange } from "#lib/study-results/cases/case-confidence.ts";
import { drawCalibrationOf, formatMarkedRunName } from "#lib/study-results/figures/models.ts";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";

type Props = { rows: StudyRows; view: View; run: RunRow };

/** One run on the cases of the view, and how well it knew when it was right. */
export async function RunSection({ rows, view, run }: Props) {
  const t = await getTranslations("resultsModels");
  const marks = await getTranslations("resultsApart");
  const { slug } = rows.study;
  const detail = getModelDetail(rows, view, run);
  const name = distinctName(run, rows.runs);
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

type CalibrationSectionProps = {
  slug: string;
  view: View;
  detail: ModelDetail;
  name: string;
  downloads: Downloads;
};

/** How sure a model was beside how often it was right; in words, where it never said how sure. */
async function CalibrationSection({ slug, view, detail, name, downloads }: CalibrationSectionProps) {
  const t = await getTranslations("resultsModels");
  const title = (await getTranslations("resultsCases.sure"))("see");
  const made = drawCalibrationOf(detail, name, await getLocale());
  const { run, calibration, byConfidence } = detail;
  const { n, confidence, accuracy, ece, without } = calibration;
  if (!made || confidence === null || accuracy === null || ece === null)
    return (
      <p className="measure">
        {t(detail.answered === 0 ? "reliability.nothing" : "reliability.none", { model: name })}
      </p>
    );
  const count = (of: number, sure: ConfidenceRange) => countOfSure({ slug, view, title }, of, sure);
  return (
    <>
      <FigureFrame
        id="reliability"
        level={3}
        title={made.title}
        sentence={t(isTooFew(n) ? "reliability.sentenceFew" : "reliability.sentence", {
          model: name,
          confidence: inPercent(confidence),
          accuracy: inPercent(accuracy),
          n,
          ece: inPercent(ece),
        })}
        figure={made.figure}
        table={<Bands t={t} detail={detail} name={name} count={count} />}
        downloads={downloads}
      />
      {without > 0 && <p className="measure text-ink-muted">{t("reliability.without", { without })}</p>}
      <section aria-labelledby="by-confidence" className="grid min-w-0 gap-3">
        <h3 id="by-confidence" className="text-lg font-semibold">
          {t("confidence.title")}
        </h3>
        <p className="measure text-ink-muted">{t("confidence.about")}</p>
        <BinsTable
          caption={t("confidence.caption", { model: name })}
          bins={byConfidence}
          write={(edge) => asPercent(edge)}
          count={(bin) => count(bin.n, sureInGroup(run.id, bin))}
        />
      </section>
    </>
  );
}

type BandsProps = {
  t: ModelWords;
  detail: ModelDetail;
  name: string;
  count: (of: number, sure: ConfidenceRange) => Cell;
};

function Bands({ t, detail: { run, calibration }, name, count }: BandsProps) {
  return (
    <Table
      caption={t("reliability.caption", { model: name })}
      columns={(["from", "to", "n", "confidence", "right", "share"] as const).map((key) => ({
        key,
        label: t(`bins.${key}`),
        numeric: true,
      }))}
      rows={calibration.bins.map(({ from, to, n, confidence, right }, place) => ({
        id: String(from),
        cells: {
          from: asPercent(from, 0),
          to: asPercent(to, 0),
          n: count(n, sureInBin(run.id, place)),
          confidence: percent(confidence),
          right,
          share: share(t, { right, n }),
        },
      }))}
    />
  );
}

type RunChoiceProps = { rows: StudyRows; view: View; run: RunRow };

/** Which model is looked at; it needs no script, and the choice stands in the address. */
async function RunChoice({ rows: { runs, study }, view, run }: RunChoiceProps) {
  const t = await getTranslations("resultsModels");
  const locale = await getLocale();
  return (
    <form
      action={`${resultsPath(study.slug, "models")}#run`}
      className="no-print flex flex-wrap items-end gap-3"
    >
      {[...writeView(view)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="w-full max-w-md min-w-0">
        <SelectField label={t("choose.label")} name="model" defaultValue={run.id}>
          {runs.map((offered) => (
            <option key={offered.id} value={offered.id}>
              {formatMarkedRunName(offered, runs, locale)}
            </option>
          ))}
        </SelectField>
      </div>
      <Button type="submit">{t("choose.submit")}</Button>
    </form>
  );
}
