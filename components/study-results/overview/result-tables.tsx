import { figureDownloads } from "#lib/paths.ts";
import { getLocale, getTranslations } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import {
  muted,
  named,
  drawFigure,
  withInterval,
  figureColumns,
} from "#components/study-results/figure-cells.ts";
import { Fold } from "#components/study-results/overview/fold.tsx";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { drawingOf, drawTable, idOf, nameSubject } from "#lib/results/render/table.ts";
import type { Column, ResultCell } from "#lib/results/table.ts";
import { listTables } from "#lib/results/tables.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

/** Tables that say all of themselves, each with its drawing. */
export async function ResultTables({ rows, view }: Props) {
  const t = await getTranslations("resultTables");
  const locale = await getLocale();
  const tooFew = muted(t("tooFew"));
  const tell = (column: Column | undefined, cell: ResultCell | undefined): Cell => {
    if (!column || !cell) return undefined;
    if (column.kind === "count") return cell.value;
    return withInterval(drawFigure(column, cell, { tooFew }), cell.low === null ? undefined : cell);
  };
  return listTables(rows, view).map(({ spec, table }) => {
    const { title, about, columns } = spec.words[locale];
    const keys = Object.keys(table.columns);
    const { figure } = drawTable(spec, table, { locale, who: view.who });
    return (
      <Fold key={spec.name} id={spec.name} title={title}>
        <FigureFrame
          id={`${spec.name}-figure`}
          title={columns[spec.drawn]}
          level={3}
          sentence={table.looks === "one" ? about : `${about} ${t("looks")}`}
          figure={figure}
          downloads={figureDownloads(rows.study.slug, drawingOf(spec), writeView(view))}
          table={
            <Table
              caption={title}
              isTight
              columns={[
                { key: "of", label: t("of"), atLeast: 32 },
                ...figureColumns(keys, (key) => columns[key] ?? key),
              ]}
              rows={table.rows.map(({ subject, cells }) => ({
                id: idOf(subject),
                cells: {
                  of: named(nameSubject(subject, locale, view.who)),
                  ...Object.fromEntries(keys.map((key) => [key, tell(table.columns[key], cells[key])])),
                },
              }))}
            />
          }
        />
      </Fold>
    );
  });
}
