import type { z } from "zod";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import type { CaseDrawing, JudgedFigure, FiguredKind } from "#lib/study-results/kinds/figured.ts";
import { type AttributeOfCases, listAttributes, readBy } from "#lib/study-results/kinds/origins.ts";
import { codesDocument, labelDocument } from "#lib/study-results/kinds/label/document.ts";
import { figuredCodes, figuredLabels } from "#lib/study-results/kinds/label/figures.ts";
import { drawOptions } from "#lib/study-results/kinds/options/case-figure.ts";
import { getPairs, pairResults } from "#lib/study-results/kinds/pair/results.ts";
import { pairFigures } from "#lib/study-results/kinds/pair/figures.ts";
import { renderRatings, ratingResults } from "#lib/study-results/kinds/rating/results.ts";
import { ratingFigures, listRatingFigures } from "#lib/study-results/kinds/rating/figures.ts";
import { listPairSeries } from "#lib/study-results/kinds/pair/series.ts";
import { listRatingSeries } from "#lib/study-results/kinds/rating/series.ts";
import type { ListSeries } from "#lib/study-results/kinds/series.ts";
import { listTextSeries } from "#lib/study-results/kinds/texts/series.ts";
import { listTraitSeries } from "#lib/study-results/kinds/traits/series.ts";
import { kindNames, type KindName } from "#lib/task-kinds/registry.ts";
import { typedOptionResults, renderTypedOptions } from "#lib/study-results/kinds/texts/results.ts";
import { drawProfiles, traitFigures, listTraitFigures } from "#lib/study-results/kinds/traits/figures.ts";
import { getTraits, traitResults } from "#lib/study-results/kinds/traits/results.ts";

/** What the document of results has of one kind alone, beside what all kinds have. */
export const ownResultSchemas = {
  ratings: ratingResults.optional(),
  pairs: pairResults.optional(),
  labels: labelDocument.optional(),
  traits: traitResults.optional(),
  codes: codesDocument.optional(),
  typedOptions: typedOptionResults.nullish(),
} satisfies z.ZodRawShape;

export type OwnResults = z.output<z.ZodObject<typeof ownResultSchemas>>;

const kinds: Partial<Record<KindName, FiguredKind>> = {
  rating: {
    write: async (rows, view, by) => ({ ratings: await renderRatings(rows, view, readBy(by, rows)) }),
    byAttributes: true,
    drawings: ratingFigures,
    listJudged: listRatingFigures,
    listSeries: listRatingSeries,
  },
  pair: {
    write: (rows, view) => ({ pairs: getPairs(rows, view) }),
    drawings: pairFigures,
    listSeries: listPairSeries,
    isStudyBound: true,
  },
  label: figuredLabels,
  traits: {
    write: (rows, view) => ({ traits: getTraits(rows, view) }),
    drawings: traitFigures,
    drawCase: drawProfiles,
    listJudged: listTraitFigures,
    listSeries: listTraitSeries,
  },
  codes: figuredCodes,
  texts: {
    write: (rows, view) => ({ typedOptions: renderTypedOptions(rows, view) }),
    listSeries: listTextSeries,
  },
};

export const renderOwnResults = async (rows: StudyRows, view: View, by?: string): Promise<OwnResults> =>
  (await kinds[rows.kind]?.write(rows, view, by)) ?? {};

/** By which a kind has figures of its own. */
export const attributesOf = (rows: StudyRows): readonly AttributeOfCases[] =>
  kinds[rows.kind]?.byAttributes === true ? listAttributes(rows) : [];

export const ownFigureNames: readonly string[] = Object.values(kinds).flatMap(({ drawings = {} }) =>
  Object.keys(drawings),
);

export function findOwnFigure(kind: KindName, name: string): FigureMaker | null {
  const drawings = kinds[kind]?.drawings ?? {};
  return Object.hasOwn(drawings, name) ? (drawings[name] ?? null) : null;
}

export const caseDrawingOf = (kind: KindName): CaseDrawing => kinds[kind]?.drawCase ?? drawOptions;

/** How figures are made without people; null of a kind that has none but shares of right answers. */
export const seriesOf = (kind: KindName): ListSeries | null => kinds[kind]?.listSeries ?? null;
export const kindsWithSeries: readonly KindName[] = kindNames.filter((kind) => seriesOf(kind) !== null);

export const isStudyBound = ({ kind }: StudyRows): boolean => kinds[kind]?.isStudyBound === true;
export const hasJudgedFigures = ({ kind }: StudyRows): boolean => kinds[kind]?.listJudged !== undefined;

/** What stands beside other studies' figures of the same standard; none of a kind that has no such figures. */
export const listJudgedFigures = async (rows: StudyRows, view: View): Promise<readonly JudgedFigure[]> =>
  (await kinds[rows.kind]?.listJudged?.(rows, view)) ?? [];

/** Runs that judge the same cases, where the kind says who does: no run of those that are right or wrong. */
export const listJudging = ({
  ratings,
  pairs,
  labels,
  traits,
  codes,
}: OwnResults): readonly number[] | null =>
  [
    ratings?.parts.flatMap((part) => part?.judges.flatMap(({ runId }) => runId ?? []) ?? []),
    pairs?.judges.map(({ runId }) => runId),
    labels?.sets.flatMap(({ overall }) => overall.flatMap(({ runId }) => runId ?? [])),
    traits?.origins.flatMap(({ judges }) => judges.map(({ runId }) => runId)),
    codes?.flatMap(({ overall }) => overall.flatMap(({ runId }) => runId ?? [])),
  ].find((runs) => runs !== undefined) ?? null;
