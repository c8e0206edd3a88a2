import type { Locale } from "#lib/i18n/locale.ts";
import { defineMeasure } from "#lib/results/policy.ts";
import type { Column, MeasuredCell, MeasuredRow, ResultTable, Subject } from "#lib/results/table.ts";
import { listStrata } from "#lib/study-results/rows/selection.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

/**
 * A table that says all of itself: screens, CSV, LaTeX, Markdown, JSON, the command line and a drawing show it without
 * code of their own.
 */
export type TableSpec<Key extends string = string> = {
  /** In files, addresses and JSON. */
  name: string;
  words: Readonly<Record<Locale, { title: string; about: string; columns: Readonly<Record<Key, string>> }>>;
  columns: { readonly [K in Key]: Column };
  /** The share that is drawn. */
  drawn: NoInfer<Key>;
  compute: (rows: StudyRows, view: View) => ResultTable<Key>;
};

type Given<Key extends string> = Omit<TableSpec<Key>, "compute"> & {
  /** No rows where there is nothing to tell. */
  measure: (rows: StudyRows, view: View) => MeasuredRow<Key, Subject>[];
};

export const defineTable = <Key extends string>({ measure, ...spec }: Given<Key>): TableSpec<Key> => ({
  ...spec,
  compute: defineMeasure<Key, Subject>(`table ${spec.name}`, (rows, view) => ({
    columns: spec.columns,
    rows: measure(rows, view),
  })),
});

/** A row of everything in view, of each track and of each kind of case; none where there are no cells. */
export function measureParts<Key extends string>(
  rows: StudyRows,
  view: View,
  measure: (of: View) => { readonly [K in Key]?: MeasuredCell } | null,
): MeasuredRow<Key, Subject>[] {
  const strata = view.stratum === "all" ? listStrata(rows) : [];
  const part = (kind: "all" | "track" | "stratum", name: string, of: View) => {
    const cells = measure(of);
    return cells ? [{ subject: { kind, name, view: of, beside: null }, group: kind, cells }] : [];
  };
  return [
    ...part("all", "", view),
    ...(view.track === null && rows.tracks.length > 1 ? rows.tracks : []).flatMap(({ name }) =>
      part("track", name, { ...view, track: name }),
    ),
    ...(strata.length > 1 ? strata : []).flatMap((stratum) => part("stratum", stratum, { ...view, stratum })),
  ];
}
