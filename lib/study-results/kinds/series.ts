import type { GroupedMean, GroupedValues } from "#lib/metrics/grouped/grouped-mean.ts";
import type { CaseRow, PredictionColumns, RunRow, TrackRow } from "#lib/study-results/rows/rows.ts";

// What judges, measures and models say of cases, whether anybody is asked about these or not: kinds list it, and automatic
// tables are made of it.

/** How files call intervals whose variance is clustered by groups of cases, and by raters, beside those made otherwise. */
export const clustered = "clustered";

export type MeasuredCase = Pick<
  CaseRow,
  | "kind"
  | "track"
  | "group"
  | "attributes"
  | "overlap"
  | "judgedLength"
  | "optionNames"
  | "gold"
  | "noted"
  | "ratedAs"
>;

export type MeasuringRun = Pick<RunRow, "id" | "model" | "method" | "version" | "apart"> & {
  readonly predictions: Pick<PredictionColumns, "choice" | "failed" | "given">;
};

/** Of a benchmark, or of a study. */
export type MeasuredRows = {
  readonly tracks: readonly Pick<TrackRow, "name">[];
  readonly cases: readonly MeasuredCase[];
  readonly runs: readonly MeasuringRun[];
};

/** Counted answers of a study's people, by the places of people and cases. */
export type PeoplesAnswers = {
  readonly person: Int32Array;
  readonly case: Int32Array;
  readonly choice: Int32Array;
  /** Some cases were given to everybody, and would otherwise weigh more than the others. */
  readonly isLinked?: boolean;
};

/** By entry: the case, and where the benchmark doesn't tell who wrote what is judged there, by their place among the authors. */
export type SeriesEntries = {
  readonly case: Int32Array;
  readonly author: Int32Array | null;
  readonly rater: Int32Array | null;
  readonly weight: Float64Array | null;
};

/** Who says it: people, a run that judges, a measure by the product itself; of models' own answers the models. */
export type SeriesSource =
  | { readonly kind: "people" | "models" | "bleu4" | "rougeL" }
  | { readonly kind: "judge"; readonly run: Omit<MeasuringRun, "predictions"> };

/** What a column shows, in words that both languages have. */
export type SeriesFigure =
  | { readonly name: "mean" | "similarity" | "wins" | "accuracy" | "reward" }
  | { readonly name: "share"; readonly of: string | null }
  | { readonly name: "chosen"; readonly type: string }
  | { readonly name: "place"; readonly place: number }
  | { readonly name: "longest" | "notLongest" | "choosingLongest" }
  | {
      readonly name: "accuracyWith" | "rewardWith";
      readonly from: number;
      readonly to: number;
    };

/** Figures that stand in a table of their own: they say more of what the first table has. */
export const detailNames = ["labels", "chosen", "public", "training", "place", "length"] as const;
export type DetailName = (typeof detailNames)[number];

export type Series = {
  readonly source: SeriesSource;
  readonly figure: SeriesFigure;
  readonly detail: DetailName | null;
  /** Shares are written × 100. */
  readonly isShare: boolean;
  /** Not on the scale of people: drawn apart from them. */
  readonly isOwnNumber?: boolean;
  readonly entries: SeriesEntries;
  /** Of an entry; NaN where nothing is said. */
  readonly valueOf: (entry: number) => number;
  readonly estimate: (values: GroupedValues) => GroupedMean;
};

/** What stands side by side: cases of one track that are judged by one standard. */
export type SeriesPart = {
  readonly track: string;
  /** A scale, a set of labels; null where cases are all that differs. */
  readonly standard: string | null;
  readonly authors: readonly Readonly<Record<string, string>>[];
  readonly series: readonly Series[];
};

/** Of the cases of one kind at these places; none of people where there are none, or nobody is asked. */
export type ListSeries = (
  rows: MeasuredRows,
  cases: readonly number[],
  people: PeoplesAnswers | null,
) => SeriesPart[];

export const bySource = (
  cases: readonly number[],
  { author = null, rater = null, weight = null }: Partial<Omit<SeriesEntries, "case">> = {},
): SeriesEntries => ({ case: Int32Array.from(cases), author, rater, weight });

/** By track, and by whatever else parts them. */
export const partCases = (
  { cases, tracks }: MeasuredRows,
  places: readonly number[],
  standardOf: (row: MeasuredCase) => string | null,
): { track: string; standard: string | null; places: number[] }[] =>
  Array.from(
    Map.groupBy(places, (at) => {
      const row = cases[at] as MeasuredCase;
      return JSON.stringify([row.track, standardOf(row)]);
    }),
    ([key, own]) => {
      const [track, standard] = JSON.parse(key) as [number, string | null];
      return { order: track, track: tracks[track]?.name ?? "", standard, places: own };
    },
  )
    .sort((a, b) => a.order - b.order)
    .map(({ order: _order, ...part }) => part);

/** Answers to some of the cases, as entries. */
export function takeAnswers(
  { person, case: caseOf, choice }: PeoplesAnswers,
  places: readonly number[],
): Omit<PeoplesAnswers, "isLinked"> {
  const wanted = new Set(places);
  const kept = [...caseOf.keys()].filter((i) => wanted.has(caseOf[i] as number));
  const take = (column: Int32Array) => Int32Array.from(kept, (i) => column[i] as number);
  return { person: take(person), case: take(caseOf), choice: take(choice) };
}
