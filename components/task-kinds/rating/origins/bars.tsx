import { useTranslations, type Locale } from "next-intl";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { named } from "#components/study-results/figure-cells.ts";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import type { PartProps } from "#components/task-kinds/rating/origins/section.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { asPercent, inDigits } from "#lib/figures/written.ts";
import { writeView } from "#lib/study-results/schema.ts";
import { drawOrigins, maxDrawn } from "#lib/task-kinds/rating/origins/figures.ts";
import { nameOrigin } from "#lib/task-kinds/origins.ts";

/** How each origin was rated, in one look. */
export function OriginBars({ rows, view, by, part, id, locale }: PartProps & { locale: Locale }) {
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
      table={<PointsTable part={part} locale={locale} />}
    />
  );
}

function PointsTable({ part, locale }: { part: PartProps["part"]; locale: Locale }) {
  const t = useTranslations("resultsRatings.origins");
  const { origins, counts, track, input } = part;
  const points = Array.from({ length: input.scale[1] }, (_, at) => String(at + 1));
  return (
    <Table
      caption={t("bars.table", { track })}
      isTight
      columns={[
        { key: "origin", label: t("bars.origin"), atLeast: 32 },
        ...points.map((point) => ({ key: point, label: point, numeric: true })),
      ]}
      rows={origins.map((origin, at) => {
        const { points: given = [], answers = 0 } = counts[at] ?? {};
        return {
          id: String(at),
          cells: {
            origin: named(nameOrigin(origin, locale)),
            ...Object.fromEntries(
              points.map((point, place) => {
                const count = given[place] ?? 0;
                return [point, answers === 0 ? count : `${count} (${asPercent(count / answers, 0)})`];
              }),
            ),
          },
        };
      })}
    />
  );
}
