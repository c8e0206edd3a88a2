import type { Range } from "#lib/figures/axis.ts";
import type { Kind } from "#lib/figures/marks.ts";

export type PanelCell = {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
};

export type PanelRow = {
  readonly id: string;
  readonly label: string;
  readonly kind: Kind;
  readonly href?: string;
  /** A cell a panel; null where there is nothing to draw. */
  readonly cells: readonly (PanelCell | null)[];
};

/** The same rows once for each part, beside each other. */
export type PanelsInput = {
  readonly panels: readonly { readonly id: string; readonly label: string }[];
  readonly rows: readonly PanelRow[];
  readonly range: Range;
  /** A line through all panels: no difference, or chance. */
  readonly at?: number;
  /** Differences have their sign. */
  readonly isSigned?: boolean;
  readonly words: {
    readonly axis: string;
    readonly n: string;
    /** Over the values. */ readonly value: string;
    /** In place of a cell. */ readonly none: string;
  };
};
