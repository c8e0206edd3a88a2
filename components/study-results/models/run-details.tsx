import { getTranslations, getLocale } from "next-intl/server";
import { BinsTable } from "#components/study-results/models/bins-table.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
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
import { share, wilson } from "#components/study-results/models/small-sample.ts";
import { Table } from "#components/ui/table/table.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { drawPositions } from "#lib/study-results/figures/models.ts";

type Props = { rows: StudyRows; view: View; run: RunRow };

/** What one run leans towards: a position of the list, short answers or long ones. */
export async function RunDetails({ rows, view, run }: Props) {
  const t = await getTranslations("resultsModels");
  const detail = getModelDetail(rows, view, run);
  const name = distinctName(run, rows.runs);
  const query = writeView(view);
  query.set("model", String(run.id));
  if (detail.answered === 0) return null;
  return (
    <>
      <div className="grid min-w-0 gap-6">
        <PositionsSection
          detail={detail}
          name={name}
          downloads={figureDownloads(rows.study.slug, "model-positions", query)}
        />
      </div>
      <section aria-labelledby="by-length" className="grid min-w-0 gap-3">
        <h3 id="by-length" className="text-lg font-semibold">
          {t("lengths.title")}
        </h3>
        {detail.byLength.length === 0 ? (
          <p className="measure">{t("lengths.none")}</p>
        ) : (
          <>
            <p className="measure text-ink-muted">{t("lengths.about")}</p>
            <BinsTable
              caption={t("lengths.caption", { model: name })}
              bins={detail.byLength}
              write={String}
            />
          </>
        )}
      </section>
    </>
  );
}

type PositionsSectionProps = { detail: ModelDetail; name: string; downloads: Downloads };

/** Whether a model leans towards a place of the list, whatever stands there. */
async function PositionsSection({ detail, name, downloads }: PositionsSectionProps) {
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

type TableProps = Pick<PositionsSectionProps, "detail" | "name">;

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
