import { useTranslations } from "next-intl";
import type { Downloads } from "#components/charts/downloads.ts";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { BinsTable } from "#components/study-results/models/bins-table.tsx";
import { Share } from "#components/study-results/models/few.tsx";
import { Nothing, Percent } from "#components/study-results/people/number.tsx";
import { Table } from "#components/ui/table.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { drawCalibrationOf } from "#lib/study-results/figures/models.ts";
import { isTooFew, type ModelDetail } from "#lib/study-results/models.ts";

type Props = { detail: ModelDetail; name: string; downloads: Downloads };

/** How sure a model was beside how often it was right; in words, where it never said how sure. */
export function CalibrationSection({ detail, name, downloads }: Props) {
  const t = useTranslations("resultsModels");
  const made = drawCalibrationOf(detail, name);
  const { calibration, byConfidence } = detail;
  const { n, confidence, accuracy, ece, without } = calibration;
  if (!made || confidence === null || accuracy === null || ece === null)
    return (
      <p className="measure">
        {t(detail.answered === 0 ? "reliability.nothing" : "reliability.none", { model: name })}
      </p>
    );
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
        table={<Bands detail={detail} name={name} />}
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
          write={(edge) => `${inPercent(edge)}\u00a0%`}
        />
      </section>
    </>
  );
}

function Bands({ detail: { calibration }, name }: { detail: ModelDetail; name: string }) {
  const t = useTranslations("resultsModels");
  return (
    <Table
      caption={t("reliability.caption", { model: name })}
      columns={(["from", "to", "n", "confidence", "right", "share"] as const).map((key) => ({
        key,
        label: t(`bins.${key}`),
        numeric: true,
      }))}
      rows={calibration.bins.map(({ from, to, n, confidence, right }) => ({
        id: String(from),
        cells: {
          from: `${inPercent(from, 0)}\u00a0%`,
          to: `${inPercent(to, 0)}\u00a0%`,
          n,
          confidence: <Percent value={confidence} />,
          right,
          share: n === 0 ? <Nothing /> : <Share right={right} n={n} />,
        },
      }))}
    />
  );
}
