import { type LookState, looksOf } from "#lib/study-results/interim-policy.ts";
import { type BySelection, foresee } from "#lib/study-results/models/models.ts";
import type {
  ComparisonModel,
  Counts,
  Interval,
  ModelPoints,
  ModelReason,
} from "#lib/study-results/overview/types.ts";
import { type View, minForClaim, viewKey } from "#lib/study-results/schema.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { listStrata } from "#lib/study-results/rows/selection.ts";

/** How a surface rounds and words what stands in a column: of a pair, the value beside what it is compared with. */
export type Column = {
  readonly kind: "count" | "share" | "difference" | "number" | "probability" | "pair";
  /** Of a number, how many are worth reading. */
  readonly digits?: number;
  /** What files call the value, its low and high end and how they were made; the column's own key unless said. */
  readonly csv?: readonly string[];
};

/** Why a cell has no figure. */
export type CellReason = ModelReason | "too_few";

export type ResultCell = {
  /** Unrounded; null where there is none, or where it is withheld. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly method: Interval["method"] | null;
  /** What it is a part of, or how much it is about, where no column says so. */
  readonly n: number | null;
  readonly reason: CellReason | null;
};

/** As a measure gives it: with what its claim rests on, and whether its interval or test holds for one look alone. */
export type MeasuredCell = ResultCell & {
  readonly restsOn?: Partial<Counts>;
  readonly isOfOneLook?: boolean;
};

/** Whom or what a row is about. */
export type Subject =
  | { readonly kind: "people" | "consensus" | "chance" }
  | { readonly kind: "run"; readonly run: ModelPoints }
  | { readonly kind: "person"; readonly number: number }
  | {
      readonly kind: "all" | "track" | "stratum" | "variant";
      readonly name: string;
      readonly view: View;
      readonly beside: ComparisonModel | null;
    };

type Row<Key extends string, Of extends Subject, Cell> = {
  readonly subject: Of;
  /** Rows of one group stand together. */
  readonly group: string;
  readonly cells: { readonly [K in Key]?: Cell };
};
export type MeasuredRow<Key extends string, Of extends Subject> = Row<Key, Of, MeasuredCell>;
export type ResultRow<Key extends string = string, Of extends Subject = Subject> = Row<
  Key,
  Of,
  ResultCell
> & {
  /** Of the run that the cases were chosen by: what that says of its answers; null for every other row. */
  readonly foreseen: BySelection | null;
};

/** A table that anybody may see: the policy has passed over it. */
export type ResultTable<Key extends string = string, Of extends Subject = Subject> = {
  readonly columns: { readonly [K in Key]: Column };
  readonly rows: readonly ResultRow<Key, Of>[];
  /** How many looks its intervals and tests hold for. */
  readonly looks: LookState;
};

const nothing: ResultCell = { value: null, low: null, high: null, method: null, n: null, reason: null };

/** So many of something: never withheld. */
export const countOf = (value: number | null, n: number | null = null): MeasuredCell => ({
  ...nothing,
  value,
  n,
});

type FigureDetails = Partial<Pick<MeasuredCell, "restsOn" | "isOfOneLook" | "n" | "reason">> & {
  interval?: (Pick<Interval, "low" | "high"> & Partial<Pick<Interval, "method">>) | null;
};

export const figureOf = (
  value: number | null = null,
  { interval, ...about }: FigureDetails = {},
): MeasuredCell => ({
  ...nothing,
  ...about,
  value,
  low: interval?.low ?? null,
  high: interval?.high ?? null,
  method: interval?.method ?? null,
});

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

type TableDefinition<Key extends string> = Omit<TableSpec<Key>, "compute"> & {
  /** No rows where there is nothing to tell. */
  measure: (rows: StudyRows, view: View) => MeasuredRow<Key, Subject>[];
};

export const defineTable = <Key extends string>({
  measure,
  ...spec
}: TableDefinition<Key>): TableSpec<Key> => ({
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
