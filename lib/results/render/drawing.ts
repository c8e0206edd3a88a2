import type { ForestRow } from "#lib/figures/drawn/forest.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { renderCsv } from "#lib/results/render/csv.ts";
import { idOf, nameSubject } from "#lib/results/render/subjects.ts";
import type { ResultTable } from "#lib/results/table.ts";
import type { TableSpec } from "#lib/results/tables/table-spec.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { Population } from "#lib/study-results/schema.ts";

/** As its drawing is called in addresses. */
export const drawingOf = ({ name }: Pick<TableSpec, "name">): string => `table-${name}`;

/** The drawn share of each row, with its interval, and the whole table as its numbers. */
export function drawTable(
  { drawn, words }: TableSpec,
  table: ResultTable,
  { locale, who }: { locale: Locale; who: Population },
): FigureWithData {
  const t = wordsIn(locale, "resultTables");
  const { title, columns } = words[locale];
  const counted = Object.keys(table.columns).find((key) => table.columns[key]?.kind === "count") ?? "";
  const csv = renderCsv(table);
  return {
    title,
    figure: {
      kind: "forest",
      input: {
        groups: [
          {
            rows: table.rows.map(({ subject, cells }): ForestRow => {
              const { value = null, low = null, high = null, reason } = cells[drawn] ?? {};
              return {
                id: idOf(subject),
                label: nameSubject(subject, locale, who),
                kind: subject.kind === "run" ? "model" : "people",
                value,
                low,
                high,
                n: cells[counted]?.value ?? null,
                ...(reason === "too_few" && { instead: t("tooFew") }),
              };
            }),
          },
        ],
        range: "fit",
        words: { axis: columns[drawn] ?? title, value: t("value"), interval: t("interval"), n: t("n") },
      },
    },
    csv: [
      ["kind", "name", ...csv.names],
      ...table.rows.map((row) => [
        row.subject.kind,
        "name" in row.subject ? row.subject.name : nameSubject(row.subject, "en", who),
        ...csv.cells(row),
      ]),
    ],
  };
}

export const makeDrawing =
  (spec: TableSpec): FigureMaker =>
  (rows, view, _asked, locale) => {
    const table = spec.compute(rows, view);
    return table.rows.length === 0 ? null : drawTable(spec, table, { locale, who: view.who });
  };
