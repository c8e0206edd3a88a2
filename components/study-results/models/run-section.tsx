import { getTranslations, getLocale } from "next-intl/server";
import { figureDownloads, resultsPath } from "#lib/paths.ts";
import { Callout } from "#components/ui/callout.tsx";
import { getModelDetail, distinctName, isTooFew } from "#lib/study-results/models/models.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { share, wilson, countOfSure } from "#components/study-results/models/small-sample.ts";
import { percent, figureColumns } from "#components/study-results/figure-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inPercent, asPercent } from "#lib/figures/written.ts";
import { sureInBin, sureInGroup, type ConfidenceRange } from "#lib/study-results/cases/case-confidence.ts";
import { drawCalibrationOf, formatMarkedRunName, drawPositions } from "#lib/study-results/figures/models.ts";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import type { CovariateBin } from "#lib/metrics/scores/position-table.ts";

type Props = { rows: StudyRows; view: View; run: RunRow };

/** One run on the cases of the view, and how well it knew when it was right. */
export async function RunSection({ rows, view, run }: Props) {
  const t = await getTranslations("resultsModels");
  const marks = await getTranslations("resultsApart");
  const { slug } = rows.study;
  const detail = getModelDetail(rows, view, run);
  const name = distinctName(run, rows.runs);
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
        <a href={resultsPath(slug, "cases", caseByCase(view, run))} className="text-accent underline">
          {t("caseByCase")}
        </a>
      </p>
      <CalibrationSection rows={rows} view={view} run={run} />
    </section>
  );
}

function queryOf(view: View, { id }: RunRow): URLSearchParams {
  const query = writeView(view);
  query.set("model", String(id));
  return query;
}

/** The list of cases with a column of this run, those first to whose right option it gave least. */
function caseByCase(view: View, run: RunRow): URLSearchParams {
  const runId = run.id;
  const query = queryOf(view, run);
  query.set("against", String(runId));
  query.set("sort", `run-${runId}`);
  return query;
}

/** How sure a model was beside how often it was right; in words, where it never said how sure. */
async function CalibrationSection({ rows, view, run }: Props) {
  const t = await getTranslations("resultsModels");
  const detail = getModelDetail(rows, view, run);
  const name = distinctName(run, rows.runs);
  const title = (await getTranslations("resultsCases.sure"))("see");
  const made = drawCalibrationOf(detail, name, await getLocale());
  const { calibration, byConfidence } = detail;
  const { n, confidence, accuracy, ece, without } = calibration;
  if (!made || confidence === null || accuracy === null || ece === null)
    return (
      <p className="measure">
        {t(detail.answered === 0 ? "reliability.nothing" : "reliability.none", { model: name })}
      </p>
    );
  const { slug } = rows.study;
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
        table={
          <Table
            caption={t("reliability.caption", { model: name })}
            columns={figureColumns(["from", "to", "n", "confidence", "right", "share"], (key) =>
              t(`bins.${key}`),
            )}
            rows={calibration.bins.map((bin, place) => ({
              id: String(bin.from),
              cells: {
                from: asPercent(bin.from, 0),
                to: asPercent(bin.to, 0),
                n: count(bin.n, sureInBin(run.id, place)),
                confidence: percent(bin.confidence),
                right: bin.right,
                share: share(t, bin),
              },
            }))}
          />
        }
        downloads={figureDownloads(slug, "model-reliability", queryOf(view, run))}
      />
      {without > 0 && <p className="measure text-ink-muted">{t("reliability.without", { without })}</p>}
      <Fold
        id="by-confidence"
        title={t("confidence.title")}
        note={t("bins.note", { count: byConfidence.length })}
      >
        <BinsTable
          caption={t("confidence.caption", { model: name })}
          bins={byConfidence}
          write={(edge) => asPercent(edge)}
          count={(bin) => count(bin.n, sureInGroup(run.id, bin))}
        />
      </Fold>
    </>
  );
}

/** Which model is looked at; it needs no script, and the choice stands in the address. */
async function RunChoice({ rows: { runs, study }, view, run }: Props) {
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
      <div className="min-w-0 grow basis-52">
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

/** What one run leans towards: a place of the list, whatever stands there, short answers or long ones. */
export async function RunDetails({ rows, view, run }: Props) {
  const t = await getTranslations("resultsModels");
  const detail = getModelDetail(rows, view, run);
  const name = distinctName(run, rows.runs);
  const { positions, answered: n } = detail;
  if (n === 0) return null;
  const { title, figure } = drawPositions(detail, await getLocale());
  const percentOf = (count: number | undefined) => inPercent((count ?? 0) / n);
  const places = Array.from({ length: detail.places }, (_, place) => place);
  const columns = ["chosen", "chosenShare", "chosenInterval", "here", "goldShare", "hit"] as const;
  return (
    <div className="grid min-w-0 content-start gap-6">
      <div className="grid min-w-0 gap-3">
        <FigureFrame
          id="positions"
          level={3}
          title={title}
          sentence={t(isTooFew(n) ? "positions.sentenceFew" : "positions.sentence", {
            model: name,
            first: percentOf(positions.chosen[0]),
            gold: percentOf(positions.gold[0]),
            n,
          })}
          figure={figure}
          downloads={figureDownloads(rows.study.slug, "model-positions", queryOf(view, run))}
          table={
            <div className="grid min-w-0 gap-4">
              <Table
                caption={t("positions.confusion", { model: name })}
                columns={[
                  { key: "gold", label: t("positions.gold") },
                  ...figureColumns(places.map(String), (key) =>
                    t("positions.chosenAt", { place: Number(key) + 1 }),
                  ),
                ]}
                rows={places.map((row) => ({
                  id: String(row),
                  cells: {
                    gold: t("positions.place", { place: row + 1 }),
                    ...Object.fromEntries(
                      places.map((place) => [place, positions.counts[row]?.[place] ?? 0]),
                    ),
                  },
                }))}
              />
              <Table
                caption={t("positions.caption", { model: name })}
                columns={[
                  { key: "place", label: t("positions.at") },
                  ...figureColumns(columns, (key) => t(`positions.${key}`)),
                ]}
                rows={places.map((place) => {
                  const chosen = positions.chosen[place] ?? 0;
                  const gold = positions.gold[place] ?? 0;
                  return {
                    id: String(place),
                    cells: {
                      place: { text: t("positions.place", { place: place + 1 }), isWhole: true },
                      chosen,
                      chosenShare: share(t, { right: chosen, n }),
                      chosenInterval: wilson(t, { right: chosen, n }),
                      here: gold,
                      goldShare: share(t, { right: gold, n }),
                      hit: share(t, { right: positions.counts[place]?.[place] ?? 0, n: gold }),
                    },
                  };
                })}
              />
            </div>
          }
        />
        <p className="measure text-sm text-ink-muted">{t("positions.about")}</p>
      </div>
      <Fold
        id="by-length"
        title={t("lengths.title")}
        note={t("bins.note", { count: detail.byLength.length })}
      >
        {detail.byLength.length === 0 ? (
          <p className="measure">{t("lengths.none")}</p>
        ) : (
          <>
            <p className="measure text-sm text-ink-muted">{t("lengths.about")}</p>
            <BinsTable
              caption={t("lengths.caption", { model: name })}
              bins={detail.byLength}
              write={String}
            />
          </>
        )}
      </Fold>
    </div>
  );
}

type BinsTableProps = {
  caption: string;
  bins: readonly CovariateBin[];
  /** An edge as it is read. */
  write: (edge: number) => string;
  /** The count of one, where it is a way to the cases. */
  count?: (bin: CovariateBin) => Cell;
};

/** How often right, by groups of something else that is known of each answer. */
async function BinsTable({ caption, bins, write, count = ({ n }) => n }: BinsTableProps) {
  const t = await getTranslations("resultsModels");
  return (
    <Table
      caption={caption}
      columns={figureColumns(["from", "to", "n", "right", "share", "interval"], (key) => t(`bins.${key}`))}
      rows={bins.map((bin) => ({
        id: `${bin.low}-${bin.high}`,
        cells: {
          from: { text: write(bin.low), title: String(bin.low) },
          to: { text: write(bin.high), title: String(bin.high) },
          n: count(bin),
          right: bin.right,
          share: share(t, bin),
          interval: wilson(t, bin),
        },
      }))}
    />
  );
}
