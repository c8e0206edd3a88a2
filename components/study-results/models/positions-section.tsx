import { getLocale, getTranslations } from "next-intl/server";
import type { Downloads } from "#components/charts/figure-downloads.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { share, wilson } from "#components/study-results/models/small-sample.ts";
import { Table } from "#components/ui/table/table.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { drawPositions } from "#lib/study-results/figures/models.ts";
import { isTooFew, type ModelDetail } from "#lib/study-results/models/models.ts";

type Props = { detail: ModelDetail; name: string; downloads: Downloads };

/** Whether a model leans towards a place of the list, whatever stands there. */
export async function PositionsSection({ detail, name, downloads }: Props) {
  const t = await getTranslations("resultsModels");
  const { title, figure } = drawPositions(detail, await getLocale());
  const { positions, answered: n } = detail;
  const percentOf = (count: number | undefined) => inPercent((count ?? 0) / n);
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
          <div className="grid min-w-0 gap-4">
            <ConfusionTable detail={detail} name={name} />
            <PlacesTable detail={detail} name={name} />
          </div>
        }
      />
      <p className="measure text-ink-muted">{t("positions.about")}</p>
    </>
  );
}

type TableProps = Pick<Props, "detail" | "name">;

const listPlaces = ({ places }: ModelDetail) => Array.from({ length: places }, (_, place) => place);

/** Where the right answer stood, and where what was chosen. */
async function ConfusionTable({ detail, name }: TableProps) {
  const t = await getTranslations("resultsModels.positions");
  const places = listPlaces(detail);
  return (
    <Table
      caption={t("confusion", { model: name })}
      columns={[
        { key: "gold", label: t("gold") },
        ...places.map((place) => ({
          key: String(place),
          label: t("chosenAt", { place: place + 1 }),
          numeric: true,
        })),
      ]}
      rows={places.map((row) => ({
        id: String(row),
        cells: {
          gold: t("place", { place: row + 1 }),
          ...Object.fromEntries(places.map((place) => [place, detail.positions.counts[row]?.[place] ?? 0])),
        },
      }))}
    />
  );
}

async function PlacesTable({ detail, name }: TableProps) {
  const t = await getTranslations("resultsModels");
  const { positions, answered: n } = detail;
  const columns = ["chosen", "chosenShare", "chosenInterval", "here", "goldShare", "hit"] as const;
  return (
    <Table
      caption={t("positions.caption", { model: name })}
      columns={[
        { key: "place", label: t("positions.at") },
        ...columns.map((key) => ({ key, label: t(`positions.${key}`), numeric: true })),
      ]}
      rows={listPlaces(detail).map((place) => {
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
  );
}
