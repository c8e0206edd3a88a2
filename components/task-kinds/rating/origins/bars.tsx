import { figureDownloads } from "#lib/paths.ts";
import { useTranslations, type Locale } from "next-intl";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import type { PartProps } from "#components/task-kinds/rating/origins/section.tsx";
import { FigureTable } from "#components/task-kinds/judged/figure-table.tsx";
import { inDigits } from "#lib/figures/written.ts";
import { writeView } from "#lib/study-results/schema.ts";
import { drawOrigins, maxDrawn } from "#lib/study-results/kinds/rating/figures.ts";
import { pointCells, pointColumns } from "#lib/study-results/kinds/rating/tables.ts";
import { nameOrigin } from "#lib/study-results/kinds/origins.ts";

/** How each origin was rated, in one look. */
export function OriginBars({
  rows,
  view,
  by,
  part,
  told: written,
  id,
  locale,
}: PartProps & { locale: Locale }) {
  const t = useTranslations("resultsRatings.origins");
  const { track, scale, figures, origins, counts, input } = part;
  const told = figures.table.origins.flatMap(({ people: { mean } }, at) =>
    counts[at]?.isClaimable && mean !== null ? [{ name: nameOrigin(origins[at] ?? [], locale), mean }] : [],
  );
  told.sort((a, b) => b.mean - a.mean);
  const [best, worst] = [told[0], told.at(-1)];
  const sentence = t("bars.sentence", {
    ratings: input.ratings.rating.length,
    cases: part.cases.length,
    people: part.people.length,
    told: best && told.length > 1 ? "yes" : "no",
    best: best?.name ?? "",
    high: best ? inDigits(best.mean, 2) : "",
    worst: worst?.name ?? "",
    low: worst ? inDigits(worst.mean, 2) : "",
  });
  const more = origins.length > maxDrawn ? ` ${t("bars.drawn", { count: maxDrawn })}` : "";
  const query = writeView(view);
  for (const name of by) query.append("by", name);
  query.set("of", track);
  query.set("scale", scale);
  return (
    <FigureFrame
      id={id}
      level={3}
      title={t("part", { track, scale })}
      sentence={sentence + more}
      figure={drawOrigins(part, locale).figure}
      downloads={figureDownloads(rows.study.slug, "origins", query)}
      room="wide"
      table={<PointsTable told={written} locale={locale} />}
    />
  );
}

function PointsTable({ told, locale }: Pick<PartProps, "told"> & { locale: Locale }) {
  const t = useTranslations("resultsRatings.origins");
  return (
    <FigureTable
      caption={t("bars.table", { track: told.track })}
      columns={[{ key: "origin", kind: "name", atLeast: 32 }, ...pointColumns(told.points)]}
      rows={told.origins.map(({ values, points, n }, at) => ({
        id: String(at),
        cells: { origin: nameOrigin(values, locale), ...pointCells(points, n.ratings) },
      }))}
      say={(key) => t(`bars.${key as "origin"}`)}
    />
  );
}
