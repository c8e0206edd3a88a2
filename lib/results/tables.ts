import { pace } from "#lib/results/tables/pace.ts";
import type { TableSpec, ResultTable } from "#lib/results/table.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

/** In the order of every page and file that has them. */
export const tableSpecs: readonly TableSpec[] = [pace];

/** Those that have something to tell of a view. */
export const listTables = (rows: StudyRows, view: View): { spec: TableSpec; table: ResultTable }[] =>
  tableSpecs
    .map((spec) => ({ spec, table: spec.compute(rows, view) }))
    .filter(({ table }) => table.rows.length > 0);
