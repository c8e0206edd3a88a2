import type { Figure } from "#lib/figures/figure.ts";

type Cell = string | number | bigint | boolean | null | undefined;

/** A figure with the numbers in it, unrounded: the first line of the CSV names the columns. */
export type FigureWithData = { title: string; figure: Figure; csv: readonly (readonly Cell[])[] };
