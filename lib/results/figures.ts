import { defaultLocale, type Locale } from "#lib/i18n/locale.ts";
import { makeAutomatic } from "#lib/results/automatic/figures.ts";
import { drawingOf, makeDrawing } from "#lib/results/render/table.ts";
import { makeForest, makeMethods } from "#lib/results/render/forest.ts";
import { makeTracks } from "#lib/results/render/tracks.ts";
import { tableSpecs } from "#lib/results/tables.ts";
import { makeArms } from "#lib/study-results/figures/arms.ts";
import { makeAnswerMap } from "#lib/study-results/figures/answer-map.ts";
import { makePeers, makePeople } from "#lib/study-results/figures/people.ts";
import { makeCase, makeScatter } from "#lib/study-results/figures/case.ts";
import { makeCalibration } from "#lib/study-results/figures/calibration.ts";
import { makeFlow } from "#lib/study-results/figures/flow.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import {
  makeModelAgreement,
  makeModelPositions,
  makeModelReliability,
  makePlaces,
} from "#lib/study-results/figures/models.ts";
import { makeRobustness } from "#lib/study-results/figures/robustness.ts";
import { makeScale } from "#lib/study-results/figures/scale.ts";
import { findOwnFigure, ownFigureNames } from "#lib/study-results/kinds/registry.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

// Each page adds its own.
const makers: Readonly<Record<string, FigureMaker>> = {
  "answer-map": makeAnswerMap,
  arms: makeArms,
  case: makeCase,
  scatter: makeScatter,
  calibration: makeCalibration,
  flow: makeFlow,
  forest: makeForest,
  people: makePeople,
  robustness: makeRobustness,
  scale: makeScale,
  "agreement-people": makePeers,
  "model-agreement": makeModelAgreement,
  "model-methods": makeMethods,
  "model-places": makePlaces,
  "model-positions": makeModelPositions,
  "model-reliability": makeModelReliability,
  "model-tracks": makeTracks,
  ...Object.fromEntries(tableSpecs.map((spec) => [drawingOf(spec), makeDrawing(spec)])),
};

/** Of studies of any kind. */
export const figureNames: readonly string[] = Object.keys(makers);

/** Of studies of several kinds: it names one of the automatic tables. */
export const automaticFigure = "automatic";

/** What the file of a figure is called by, which only one address leads to. */
export const fileOfFigure = (name: string, asked: URLSearchParams): string =>
  name === automaticFigure ? (asked.get("table") ?? `${automaticFigure}-1`) : name;

/** With those that not every kind has. */
export const allFigureNames: readonly string[] = [...figureNames, automaticFigure, ...ownFigureNames];

function findMaker(name: string, rows: StudyRows): FigureMaker | null {
  if (name === automaticFigure) return makeAutomatic;
  return (Object.hasOwn(makers, name) ? makers[name] : findOwnFigure(rows.kind, name)) ?? null;
}

/** The figure of that name, as its page, the download and the report show it: English unless somebody asks. */
export async function makeFigure(
  name: string,
  rows: StudyRows,
  view: View,
  asked: URLSearchParams = new URLSearchParams(),
  locale: Locale = defaultLocale,
): Promise<FigureWithData | null> {
  return (await findMaker(name, rows)?.(rows, view, asked, locale)) ?? null;
}
