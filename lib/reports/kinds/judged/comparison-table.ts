import type { CsvCell } from "#lib/files/csv/cell.ts";
import { minDiffering } from "#lib/metrics/grouped/method-differences.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { printTable } from "#lib/reports/kinds/judged/print-table.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { t } from "#lib/reports/words.ts";
import type { TableColumn, TableRow } from "#lib/study-results/kinds/judged/table.ts";

type ComparisonInput = {
  name: string;
  caption: string;
  /** The heading of what each pair is compared in, where there are several such things. */
  within?: string;
  of?: Readonly<Record<string, CsvCell>>;
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  notes?: readonly string[];
};

/** Origins against each other, over raters and groups. */
export const makeComparisonTable = (
  facts: Facts,
  { within, columns, rows, notes = [], ...table }: ComparisonInput,
): PrintedTable =>
  printTable(facts, {
    ...table,
    notes: [t("judged.comparisons.made", { least: minDiffering }), ...notes],
    isDetail: true,
    columns: [
      ...(within === undefined
        ? []
        : [{ key: "label", kind: "name" as const, label: within, csv: [within.toLowerCase()] }]),
      ...columns,
    ],
    groups: [rows],
    say: (key) => t(`judged.comparisons.${key as "first"}`),
  });
