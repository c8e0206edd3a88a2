import { getLocale, getTranslations } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { named, percent } from "#components/study-results/figure-cells.ts";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { Table } from "#components/ui/table/table.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { resultsPath } from "#lib/paths.ts";
import { drawPlaces, tellPlaces } from "#lib/study-results/figures/places.ts";
import { nameAmong } from "#lib/study-results/models/models.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

/** Which places the models take by accuracy, and how sure that order is. */
export async function PlacesSection({ rows, view }: Props) {
  const t = await getTranslations("resultsModels.places");
  const { slug } = rows.study;
  const locale = await getLocale();
  const toModel = (run: RunRow) => {
    const query = writeView(view);
    query.set("model", String(run.id));
    return `${resultsPath(slug, "models", query)}#run`;
  };
  const made = drawPlaces(rows, view, { locale, toModel });
  const [first] = made?.models ?? [];
  if (!made || !first) return null;
  return (
    <div className="grid min-w-0 content-start gap-2">
      <FigureFrame
        id="places"
        title={made.title}
        sentence={t("sentence", {
          best: first.best,
          worst: first.worst,
          models: made.models.length,
          model: nameAmong(first.run, rows.runs),
          share: inPercent(first.share),
          n: getSelection(rows, view).cases.length,
        })}
        figure={made.figure}
        downloads={figureDownloads(slug, "model-places", writeView(view))}
        table={
          <Table
            caption={t("caption")}
            columns={(["model", "place", "interval", "right"] as const).map((key) => ({
              key,
              label: t(`columns.${key}`),
              numeric: key !== "model",
            }))}
            rows={made.models.map((model) => ({
              id: String(model.run.id),
              cells: {
                model: named(nameAmong(model.run, rows.runs)),
                place: model.place,
                interval: { text: tellPlaces(model, locale), isWhole: true },
                right: percent(model.share),
              },
            }))}
          />
        }
      />
      <p className="measure text-sm text-ink-muted">{t("about")}</p>
    </div>
  );
}
