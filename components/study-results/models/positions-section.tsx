import { useTranslations } from "next-intl";
import type { Downloads } from "#components/charts/downloads.ts";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { share, wilson } from "#components/study-results/models/small-sample.ts";
import { Table } from "#components/ui/table/table.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { drawPositions } from "#lib/study-results/figures/models.ts";
import { isTooFew, type ModelDetail } from "#lib/study-results/models/models.ts";

type Props = { detail: ModelDetail; name: string; downloads: Downloads };

/** Whether a model leans towards a place of the list, whatever stands there. */
export function PositionsSection({ detail, name, downloads }: Props) {
  const t = useTranslations("resultsModels");
  const { title, figure } = drawPositions(detail);
  const { positions, places, answered: n } = detail;
  const percentOf = (count: number | undefined) => inPercent((count ?? 0) / n);
  const numbers = Array.from({ length: places }, (_, i) => i);
  return (
    <>
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
        downloads={downloads}
        table={
          <Table
            caption={t("positions.confusion", { model: name })}
            columns={[
              { key: "gold", label: t("positions.gold") },
              ...numbers.map((i) => ({
                key: String(i),
                label: t("positions.chosenAt", { place: i + 1 }),
                numeric: true,
              })),
            ]}
            rows={numbers.map((row) => ({
              id: String(row),
              cells: {
                gold: t("positions.place", { place: row + 1 }),
                ...Object.fromEntries(numbers.map((i) => [i, positions.counts[row]?.[i] ?? 0])),
              },
            }))}
          />
        }
      />
      <Table
        caption={t("positions.caption", { model: name })}
        columns={[
          { key: "place", label: t("positions.at") },
          ...(["chosen", "chosenShare", "chosenInterval", "here", "goldShare", "hit"] as const).map(
            (key) => ({
              key,
              label: t(`positions.${key}`),
              numeric: true,
            }),
          ),
        ]}
        rows={numbers.map((i) => {
          const chosen = positions.chosen[i] ?? 0;
          const gold = positions.gold[i] ?? 0;
          return {
            id: String(i),
            cells: {
              place: { text: t("positions.place", { place: i + 1 }), isWhole: true },
              chosen,
              chosenShare: share(t, { right: chosen, n }),
              chosenInterval: wilson(t, { right: chosen, n }),
              here: gold,
              goldShare: share(t, { right: gold, n }),
              hit: share(t, { right: positions.counts[i]?.[i] ?? 0, n: gold }),
            },
          };
        })}
      />
      <p className="measure text-ink-muted">{t("positions.about")}</p>
    </>
  );
}
