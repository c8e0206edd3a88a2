import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { CaseDrawing } from "#lib/task-kinds/answered-by-all.ts";
import { drawCodes } from "#lib/task-kinds/codes/case-figure.ts";
import { codeFigures } from "#lib/task-kinds/codes/figures.ts";
import { labelFigures } from "#lib/task-kinds/label/shares/figures.ts";
import { drawOptions } from "#lib/task-kinds/options/case-figure.ts";
import { pairFigures } from "#lib/task-kinds/pair/figures.ts";
import { ratingFigures } from "#lib/task-kinds/rating/origins/figures.ts";
import { drawProfiles } from "#lib/task-kinds/traits/case-figure.ts";
import { traitFigures } from "#lib/task-kinds/traits/figures.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** Drawings that only one kind has, by the names of their files. */
const drawings: Partial<Record<KindName, Readonly<Record<string, FigureMaker>>>> = {
  rating: ratingFigures,
  pair: pairFigures,
  label: labelFigures,
  traits: traitFigures,
  codes: codeFigures,
};

export const ownFigureNames: readonly string[] = Object.values(drawings).flatMap((own) => Object.keys(own));

export const findOwnFigure = (kind: KindName, name: string): FigureMaker | null => {
  const own = drawings[kind];
  return own && Object.hasOwn(own, name) ? (own[name] ?? null) : null;
};

// Apart from the kinds themselves, which are loaded with every answer that is stored.
const caseDrawings: Partial<Record<KindName, CaseDrawing>> = { traits: drawProfiles, codes: drawCodes };

/** How answers to one case are drawn: by its options, where its kind doesn't say otherwise. */
export const caseDrawingOf = (kind: KindName): CaseDrawing => caseDrawings[kind] ?? drawOptions;
