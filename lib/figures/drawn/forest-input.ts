import type { Range } from "#lib/figures/axis.ts";
import type { Kind } from "#lib/figures/marks.ts";

export type ForestRow = {
  readonly id: string;
  readonly label: string;
  /** Under the label, smaller. */
  readonly note?: string;
  readonly kind: Kind;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number | null;
  /** The shares of everybody whom the value is the mean of, faint on its row. */
  readonly crowd?: readonly number[];
  /** What was printed elsewhere under the same name: a hollow mark on its row. */
  readonly published?: number;
  /** Why there is no figure ("too few answers"), or what it means that there is one ("0 by selection"). */
  readonly instead?: string;
  /** Written in place of the value in percent, of its interval and of n. */
  readonly valueLabel?: string;
  readonly intervalLabel?: string;
  readonly nLabel?: string;
  readonly href?: string;
};

/** Rows under one heading, parted from those above by a rule. */
export type ForestGroup = {
  readonly heading?: string;
  readonly rows: readonly ForestRow[];
  /** A dashed line through these rows alone: what they are to be held against. */
  readonly at?: number;
};

export type ForestInput = {
  readonly groups: readonly ForestGroup[];
  /** People, through the whole plot. */
  readonly band?: {
    readonly value: number;
    readonly low: number | null;
    readonly high: number | null;
    readonly label: string;
  };
  readonly lines?: readonly {
    readonly at: number;
    readonly label: string;
    readonly kind: "consensus" | "chance";
  }[];
  /** All percents unless said otherwise; "fit" shows no more than is needed. */
  readonly range?: Range | "fit";
  readonly words: {
    readonly axis: string;
    readonly value: string;
    readonly interval: string;
    readonly n: string;
  };
};
