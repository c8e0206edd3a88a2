import type {
  CellReason,
  MeasuredCell,
  MeasuredRow,
  ResultCell,
  ResultTable,
  Subject,
} from "#lib/results/table.ts";
import { looksOf } from "#lib/study-results/interim-policy.ts";
import { foresee } from "#lib/study-results/models/models.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import type { Counts } from "#lib/study-results/overview/types.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { minForClaim, viewKey, type View } from "#lib/study-results/schema.ts";

type MeasuredTable<Key extends string, Of extends Subject> = Pick<ResultTable<Key, Of>, "columns"> & {
  rows: readonly MeasuredRow<Key, Of>[];
};

/** A measure, computed once for the same rows and view, and shown to nobody before this has decided what may be seen. */
export const defineMeasure =
  <Key extends string, Of extends Subject>(
    name: string,
    measure: (rows: StudyRows, view: View) => MeasuredTable<Key, Of>,
  ): ((rows: StudyRows, view: View) => ResultTable<Key, Of>) =>
  (rows, view) =>
    memoize(rows, `${name} ${viewKey(view)}`, () => applyPolicy(measure(rows, view), rows, view));

function applyPolicy<Key extends string, Of extends Subject>(
  { columns, rows: measured }: MeasuredTable<Key, Of>,
  rows: StudyRows,
  view: View,
): ResultTable<Key, Of> {
  const looks = looksOf(rows, view.who);
  return {
    columns,
    looks,
    rows: measured.map(({ subject, group, cells }) => {
      const isSelecting = subject.kind === "run" && subject.run.apart === "selecting";
      const decide = (column: Key, cell: MeasuredCell): ResultCell => {
        const { restsOn, isOfOneLook = false, ...figure } = cell;
        if (!restsOn) return figure;
        // Whatever it would say of this run was decided when the cases were chosen.
        if (isSelecting) return withheld(figure, "by_selection");
        if (!isEnough(restsOn)) return withheld(figure, "too_few");
        if (!isOfOneLook || looks === "one") return figure;
        if (columns[column].kind === "probability") return withheld(figure, "interim");
        return { ...figure, low: null, high: null };
      };
      const measuredCells = Object.entries(cells) as [Key, MeasuredCell][];
      const decided = measuredCells.map(([key, cell]) => [key, decide(key, cell)] as const);
      return {
        subject,
        group,
        cells: Object.fromEntries(decided) as { [K in Key]?: ResultCell },
        foreseen: isSelecting ? foresee(getSelection(rows, view)) : null,
      };
    }),
  };
}

const isEnough = (counts: Partial<Counts>): boolean =>
  Object.entries(counts).every(([unit, count]) => count >= minForClaim[unit as keyof Counts]);

const withheld = ({ n }: ResultCell, reason: CellReason): ResultCell => ({
  value: null,
  low: null,
  high: null,
  method: null,
  n,
  reason,
});
