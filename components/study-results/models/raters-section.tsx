import type { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import type { Downloads } from "#components/charts/figure-downloads.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { muted, named } from "#components/study-results/figure-cells.ts";
import type { Words } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inDigits, inPercent } from "#lib/figures/written.ts";
import { drawRaters, nameRater } from "#lib/study-results/figures/models.ts";
import { findClosest, type Raters } from "#lib/study-results/models/model-agreement.ts";
import type { PairAgreement } from "#lib/metrics/agreement/pairwise-agreement.ts";
import { isTooFew } from "#lib/study-results/models/models.ts";

type Props = { raters: Raters; downloads: Downloads };

/** Which models, and people with them, choose the same. */
export async function RatersSection({ raters, downloads }: Props) {
  const t = await getTranslations("resultsModels.agreement");
  const locale = await getLocale();
  const { title, figure } = drawRaters(raters, locale);
  const closest = findClosest(raters);
  const nameAt = (place: number) => nameRater(raters, place, locale);
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
              { key: "rater", label: t("rater"), atLeast: 40 },
              ...places.slice(0, -1).map((place) => ({
                key: String(place),
                label: named(nameAt(place)),
                numeric: true,
                atLeast: 32 as const,
              })),
            ]}
            rows={places.slice(1).map((row) => ({
              id: String(row),
              cells: {
                rater: named(nameAt(row)),
                ...Object.fromEntries(
                  places.slice(0, row).map((column) => [column, tellPair(t, raters.pairs[row]?.[column])]),
                ),
              },
            }))}
          />
        </div>
      }
    />
  );
}

type AgreementWords = ReturnType<typeof useTranslations<"resultsModels.agreement">>;

function tellPair(t: AgreementWords, pair: PairAgreement | undefined): Words {
  if (!pair || isTooFew(pair.n)) return muted(t("few", { n: pair?.n ?? 0 }));
  const { agreement, kappa, n } = pair;
  const share = agreement ?? 0;
  return {
    text: t("cell", { share: inPercent(share), kappa: kappa === null ? "–" : inDigits(kappa, 2), n }),
    title: `${share} ${kappa ?? ""}`,
    isWhole: true,
  };
}
