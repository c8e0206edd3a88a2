import { getLocale, getTranslations } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { named, percent } from "#components/study-results/figure-cells.ts";
import { range } from "#components/study-results/ranges.ts";
import { Table } from "#components/ui/table/table.tsx";
import { describeCard } from "#lib/cards/figure.ts";
import type { Card } from "#lib/cards/schema.ts";

/** People by track, and models where the card has them, with the same numbers as a table. */
export async function CardFigure({ card }: { card: Card }) {
  const t = await getTranslations("cards.figure");
  const input = describeCard(card, await getLocale());
  return (
    <FigureFrame
      id="figure"
      title={t("title", { who: card.study.who, models: card.models ? "yes" : "no" })}
      sentence={t("sentence", { level: Math.round(100 * card.people.level), tracks: card.tracks.length })}
      figure={{ kind: "forest", input }}
      table={
        <Table
          caption={t("caption")}
          columns={[
            { key: "name", label: t("name") },
            { key: "kind", label: t("kind") },
            { key: "share", label: t("axis"), numeric: true },
            { key: "interval", label: input.words.interval, numeric: true },
            { key: "n", label: t("n"), numeric: true },
          ]}
          rows={input.groups.flatMap(({ rows }) =>
            rows.map((row) => ({
              id: row.id,
              cells: {
                name: named(row.label),
                kind: row.note,
                share: row.instead ?? percent(row.value),
                interval: range(row),
                n: row.n,
              },
            })),
          )}
        />
      }
    />
  );
}
