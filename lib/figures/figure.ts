import { drawAnswerMap } from "#lib/figures/drawn/answer-map.ts";
import type { AnswerMapInput } from "#lib/figures/drawn/answer-map-input.ts";
import { drawBars } from "#lib/figures/drawn/bars/bars.ts";
import type { BarsInput } from "#lib/figures/drawn/bars/bars-input.ts";
import { type DotsInput, drawDots } from "#lib/figures/drawn/dots.ts";
import type { Drawing } from "#lib/figures/drawing.ts";
import { drawFlow, type FlowInput } from "#lib/figures/drawn/flow.ts";
import { drawForest } from "#lib/figures/drawn/forest.ts";
import type { ForestInput } from "#lib/figures/drawn/forest-input.ts";
import type { Look } from "#lib/figures/look.ts";
import { drawMatrix, type MatrixInput } from "#lib/figures/drawn/matrix.ts";
import { drawPanels } from "#lib/figures/drawn/panels.ts";
import type { PanelsInput } from "#lib/figures/drawn/panels-input.ts";
import { drawRanks, type RanksInput } from "#lib/figures/drawn/ranks.ts";
import { drawReliability, type ReliabilityInput } from "#lib/figures/drawn/reliability.ts";
import { drawScatter } from "#lib/figures/drawn/scatter.ts";
import type { ScatterInput } from "#lib/figures/drawn/scatter-places.ts";
import { drawStacked, type StackedInput } from "#lib/figures/drawn/bars/stacked.ts";
import { drawWright } from "#lib/figures/drawn/wright.ts";
import type { WrightInput } from "#lib/figures/drawn/wright-input.ts";

/** What a figure shows, without how large and on what: the same for the screen, the page and the file. */
export type Figure =
  | { readonly kind: "forest"; readonly input: ForestInput }
  | { readonly kind: "flow"; readonly input: FlowInput }
  | { readonly kind: "dots"; readonly input: DotsInput }
  | { readonly kind: "scatter"; readonly input: ScatterInput }
  | { readonly kind: "reliability"; readonly input: ReliabilityInput }
  | { readonly kind: "bars"; readonly input: BarsInput }
  | { readonly kind: "matrix"; readonly input: MatrixInput }
  | { readonly kind: "wright"; readonly input: WrightInput }
  | { readonly kind: "ranks"; readonly input: RanksInput }
  | { readonly kind: "panels"; readonly input: PanelsInput }
  | { readonly kind: "stacked"; readonly input: StackedInput }
  | { readonly kind: "answerMap"; readonly input: AnswerMapInput };

export function drawFigure(figure: Figure, look: Look): Drawing {
  switch (figure.kind) {
    case "forest":
      return drawForest(figure.input, look);
    case "flow":
      return drawFlow(figure.input, look);
    case "dots":
      return drawDots(figure.input, look);
    case "scatter":
      return drawScatter(figure.input, look);
    case "reliability":
      return drawReliability(figure.input, look);
    case "bars":
      return drawBars(figure.input, look);
    case "matrix":
      return drawMatrix(figure.input, look);
    case "wright":
      return drawWright(figure.input, look);
    case "ranks":
      return drawRanks(figure.input, look);
    case "panels":
      return drawPanels(figure.input, look);
    case "stacked":
      return drawStacked(figure.input, look);
    case "answerMap":
      return drawAnswerMap(figure.input, look);
  }
}
