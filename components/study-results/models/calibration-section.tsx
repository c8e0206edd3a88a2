import { getLocale, getTranslations } from "next-intl/server";
import type { Downloads } from "#components/charts/figure-downloads.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { BinsTable } from "#components/study-results/models/bins-table.tsx";
import { share, type ModelWords } from "#components/study-results/models/small-sample.ts";
import { countOfSure } from "#components/study-results/models/sure-cases.ts";
import { percent } from "#components/study-results/figure-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inPercent, asPercent } from "#lib/figures/written.ts";
import { sureInBin, sureInGroup, type Sure } from "#lib/study-results/cases/case-confidence.ts";
import { drawCalibrationOf } from "#lib/study-results/figures/models.ts";
import { isTooFew, type ModelDetail } from "#lib/study-results/models/models.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = { slug: string; view: View; detail: ModelDetail; name: string; downloads: Downloads };

/** How sure a model was beside how often it was right; in words, where it never said how sure. */
export async function CalibrationSection({ slug, view, detail, name, downloads }: Props) {
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
  const count = (of: number, sure: Sure) => countOfSure({ slug, view, title }, of, sure);
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
  count: (of: number, sure: Sure) => Cell;
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
