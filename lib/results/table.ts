import type { LookState } from "#lib/study-results/interim-policy.ts";
import type { BySelection } from "#lib/study-results/models/models.ts";
import type {
  ComparisonModel,
  Counts,
  Interval,
  ModelPoints,
  ModelReason,
} from "#lib/study-results/overview/types.ts";
import type { View } from "#lib/study-results/schema.ts";

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
