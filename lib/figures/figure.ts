import type { Drawing } from "#lib/figures/drawing.ts";
import { drawForest } from "#lib/figures/drawn/forest.ts";
import { drawFlow } from "#lib/figures/drawn/flow.ts";
import { drawDots } from "#lib/figures/drawn/dots.ts";
import { drawScatter } from "#lib/figures/drawn/scatter.ts";
import { drawReliability } from "#lib/figures/drawn/reliability.ts";
import { drawBars } from "#lib/figures/drawn/bars.ts";
import { drawMatrix } from "#lib/figures/drawn/matrix.ts";
import { drawWright } from "#lib/figures/drawn/wright.ts";
import { drawRanks } from "#lib/figures/drawn/ranks.ts";
import { drawPanels } from "#lib/figures/drawn/panels.ts";
import { drawLines } from "#lib/figures/drawn/lines.ts";
import { drawStacked } from "#lib/figures/drawn/stacked.ts";
import { drawAnswerMap } from "#lib/figures/drawn/answer-map.ts";
import type { Look } from "#lib/figures/look.ts";

const drawings = {
  forest: drawForest,
  flow: drawFlow,
  dots: drawDots,
  scatter: drawScatter,
  reliability: drawReliability,
  bars: drawBars,
  matrix: drawMatrix,
  wright: drawWright,
  ranks: drawRanks,
  panels: drawPanels,
  lines: drawLines,
  stacked: drawStacked,
  answerMap: drawAnswerMap,
};
type Drawings = typeof drawings;

/** What a figure shows, without how large and on what: the same for the screen, the page and the file. */
export type Figure = {
  [Kind in keyof Drawings]: { readonly kind: Kind; readonly input: Parameters<Drawings[Kind]>[0] };
}[keyof Drawings];

export const drawFigure = ({ kind, input }: Figure, look: Look): Drawing =>
  (drawings[kind] as (input: Figure["input"], look: Look) => Drawing)(input, look);

type Cell = string | number | bigint | boolean | null | undefined;

/** A figure with the numbers in it, unrounded: the first line of the CSV names the columns. */
export type FigureWithData = { title: string; figure: Figure; csv: readonly (readonly Cell[])[] };
export type FigureOf<Kind extends Figure["kind"]> = FigureWithData & {
  figure: Extract<Figure, { kind: Kind }>;
};

/** Lines of a CSV: a column for each name, with what it has of a row. */
export const tabulate = <Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => Cell>>,
): Cell[][] => [Object.keys(columns), ...rows.map((row) => Object.values(columns).map((cell) => cell(row)))];
