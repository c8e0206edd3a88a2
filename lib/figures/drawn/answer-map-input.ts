/** What became of a case: right, partly right, wrong, not answered, answered without a known right answer, not given. */
export type MapMark = "+" | "/" | "-" | "." | "o" | " ";

export type MapColumn = { readonly id: string; readonly share: number | null };

export type MapLine = {
  readonly id: string;
  readonly label: string;
  readonly kind: "people" | "model" | "selecting";
  /** Of all that were answered; null where there is none, and `value` says why. */
  readonly share: number | null;
  readonly value: string;
  /** A mark a column, in their order. */
  readonly marks: string;
  readonly href?: string;
};

export type AnswerMapInput = {
  readonly tracks: readonly { readonly label: string; readonly columns: readonly MapColumn[] }[];
  readonly groups: readonly { readonly heading: string; readonly lines: readonly MapLine[] }[];
  readonly words: {
    /** Beside the bars above the cells, and over those behind them. */
    readonly cases: string;
    readonly accuracy: string;
    /** What the marks that occur mean, in this order. */
    readonly legend: readonly { readonly mark: MapMark; readonly label: string }[];
  };
};
