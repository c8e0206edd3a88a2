import { useTranslations } from "next-intl";
import type { Downloads } from "#components/charts/downloads.ts";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { Table } from "#components/ui/table.tsx";
import { inDigits, inPercent } from "#lib/figures/written.ts";
import { drawRaters, nameRater } from "#lib/study-results/figures/models.ts";
import { findClosest, type Raters } from "#lib/study-results/model-agreement.ts";
import type { PairAgreement } from "#lib/metrics/pairwise-agreement.ts";
import { isTooFew } from "#lib/study-results/models.ts";

type Props = { raters: Raters; downloads: Downloads };

/** Which models, and people with them, choose the same. */
export function RatersSection({ raters, downloads }: Props) {
  const t = useTranslations("resultsModels.agreement");
  const { title, figure } = drawRaters(raters);
  const closest = findClosest(raters);
  const nameAt = (place: number) => nameRater(raters, place);
  const places = raters.runs.map((_, place) => place);
  return (
    <FigureFrame
      id="agreement"
      title={title}
      sentence={
        closest
          ? t("sentence", {
              one: nameAt(closest.first),
              other: nameAt(closest.second),
              share: inPercent(closest.agreement ?? 0),
              n: closest.n,
            })
          : t("sentenceNone")
      }
      figure={figure}
      downloads={downloads}
      table={
        <div className="grid min-w-0 gap-3">
          <p className="measure text-ink-muted">{t("about", { who: raters.who })}</p>
          <Table
            caption={t("caption")}
            columns={[
              { key: "rater", label: t("rater") },
              ...places.slice(0, -1).map((place) => ({
                key: String(place),
                label: <bdi className="inline-block min-w-24 wrap-break-word">{nameAt(place)}</bdi>,
                numeric: true,
              })),
            ]}
            rows={places.slice(1).map((row) => ({
              id: String(row),
              cells: {
                rater: <bdi className="inline-block min-w-32 wrap-break-word">{nameAt(row)}</bdi>,
                ...Object.fromEntries(
                  places
                    .slice(0, row)
                    .map((column) => [column, <Pair key={column} pair={raters.pairs[row]?.[column]} />]),
                ),
              },
            }))}
          />
        </div>
      }
    />
  );
}

function Pair({ pair }: { pair: PairAgreement | undefined }) {
  const t = useTranslations("resultsModels.agreement");
  if (!pair || isTooFew(pair.n))
    return <span className="text-ink-muted">{t("few", { n: pair?.n ?? 0 })}</span>;
  const share = pair.agreement ?? 0;
  return (
    <span title={`${share} ${pair.kappa ?? ""}`} className="whitespace-nowrap">
      {t("cell", {
        share: inPercent(share),
        kappa: pair.kappa === null ? "–" : inDigits(pair.kappa, 2),
        n: pair.n,
      })}
    </span>
  );
}
