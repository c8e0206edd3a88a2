import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { named, percent } from "#components/study-results/figure-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { BandMap } from "#lib/study-results/answer-map/bands.ts";
import { nameBand, rangeOf, windowOf, type ToBand } from "#lib/study-results/figures/answer-bands.ts";
import { nameMarked } from "#lib/study-results/figures/models.ts";
import { isTold, type Counted } from "#lib/study-results/people/people.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";

type Props = { rows: StudyRows; bands: BandMap; toBand: ToBand };

/** A line a cell of the bands, with the way into it. */
export async function BandsTable({ rows, bands, toBand }: Props) {
  const t = await getTranslations("resultsCases.map.bands");
  const format = await getFormatter();
  const locale = await getLocale();
  const { columns } = bands;
  const tellAll = (whose: string, cells: readonly Counted[], href?: (column: number) => string) =>
    cells.flatMap(({ right, n }, i) => {
      const column = columns[i];
      if (!column || n === 0) return [];
      const answers: Cell = href
        ? { text: format.number(n), href: href(i), isShort: true }
        : format.number(n);
      return {
        id: `${whose} ${i}`,
        cells: {
          whose: named(whose),
          track: named(rows.tracks[column.track]?.name ?? ""),
          band: { text: rangeOf(column), isWhole: true },
          answers,
          right: format.number(right),
          share: percent(isTold({ n }) ? right / n : null),
        },
      };
    });
  return (
    <Table
      caption={t("caption")}
      columns={(["whose", "track", "band", "answers", "right", "share"] as const).map((key) => ({
        key,
        label: t(key),
        numeric: key === "answers" || key === "right" || key === "share",
      }))}
      rows={[
        ...bands.rows.flatMap(({ band, cells }) =>
          tellAll(nameBand(band, locale), cells, (i) => {
            const column = columns[i];
            return column ? toBand(windowOf(band, column)) : "";
          }),
        ),
        ...bands.runs.flatMap(({ index, cells }) => {
          const run = rows.runs[index];
          return run ? tellAll(nameMarked(run, rows.runs, locale), cells) : [];
        }),
      ]}
    />
  );
}
