import { defaultLocale } from "#lib/i18n/locale.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { listLooks, formatCaption } from "#lib/reports/head.ts";
import { printCells, type PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { t } from "#lib/reports/words.ts";
import { renderCsv, idOf, nameSubject } from "#lib/results/render/table.ts";
import { listTables } from "#lib/results/tables.ts";

/** Tables that say all of themselves. */
export const makeListedTables = (facts: Facts): PrintedTable[] =>
  listTables(facts.rows, facts.view).map(({ spec, table }) => {
    const { title, about, columns } = spec.words[defaultLocale];
    const keys = Object.keys(table.columns);
    const nameOf = (subject: (typeof table.rows)[number]["subject"]) =>
      nameSubject(subject, defaultLocale, facts.view.who);
    const csv = renderCsv(table);
    return {
      name: spec.name,
      caption: formatCaption(facts, title, "rest"),
      notes: [about, ...listLooks(facts)],
      columns: [
        { label: t("tables.parts.name"), numeric: false },
        ...keys.map((key) => ({ label: columns[key] ?? key, numeric: true })),
      ],
      groups: [...Map.groupBy(table.rows, ({ group }) => group).values()].map((group) =>
        group.map((row) => ({
          id: idOf(row.subject),
          cells: [nameOf(row.subject), ...printCells(table, row, keys)],
        })),
      ),
      csv: [
        ["answers_of", "kind", "part", ...csv.names, "reason"],
        ...table.rows.map((row) => [
          facts.view.who,
          row.subject.kind,
          nameOf(row.subject),
          ...csv.cells(row),
          row.cells[spec.drawn]?.reason,
        ]),
      ],
    };
  });
