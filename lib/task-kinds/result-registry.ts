import type { z } from "zod";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { listAttributes, readBy } from "#lib/task-kinds/asked-attributes.ts";
import { codeResults, writeCodes } from "#lib/task-kinds/codes/document.ts";
import { labelResults, writeLabels } from "#lib/task-kinds/label/shares/document.ts";
import { pairResults, writePairs } from "#lib/task-kinds/pair/document.ts";
import { writeRatings } from "#lib/task-kinds/rating/origins/document.ts";
import { ratingResults } from "#lib/task-kinds/rating/origins/schema.ts";
import { typedOptionResults, writeTypedOptions } from "#lib/task-kinds/texts/document.ts";
import { traitResults, writeTraits } from "#lib/task-kinds/traits/document.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** What the document of results has of one kind alone, beside what all kinds have. */
export const ownResultSchemas = {
  ratings: ratingResults.optional(),
  pairs: pairResults.optional(),
  labels: labelResults.optional(),
  traits: traitResults.optional(),
  codes: codeResults.optional(),
  typedOptions: typedOptionResults.nullish(),
} satisfies z.ZodRawShape;

type OwnResults = z.output<z.ZodObject<typeof ownResultSchemas>>;

/** `by` as an address has it: which attributes tell origins apart. */
type Writer = (rows: StudyRows, view: View, by: string | undefined) => Promise<OwnResults>;

const writers: Partial<Record<KindName, Writer>> = {
  rating: async (rows, view, by) => ({ ratings: await writeRatings(rows, view, readBy(by, rows)) }),
  pair: async (rows, view) => ({ pairs: writePairs(rows, view) }),
  traits: async (rows, view) => ({ traits: writeTraits(rows, view) }),
  label: async (rows, view, by) => ({ labels: writeLabels(rows, view, readBy(by, rows)) }),
  codes: async (rows, view) => ({ codes: writeCodes(rows, view) }),
  texts: async (rows, view) => ({ typedOptions: writeTypedOptions(rows, view) }),
};

const byAttributes: Partial<Record<KindName, true>> = { rating: true, label: true };

export const writeOwnResults = async (rows: StudyRows, view: View, by?: string): Promise<OwnResults> =>
  (await writers[rows.kind]?.(rows, view, by)) ?? {};

/** Whether a study has figures by attributes, and each of these is one of them. */
export const knowsAttributes = (rows: StudyRows, by: string): boolean =>
  byAttributes[rows.kind] === true &&
  by.split(",").every((name) => listAttributes(rows).some((known) => known.name === name));

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
