import { z } from "zod";
import { type Population, populations } from "#lib/study-results/schema.ts";
import { kindNames, type KindName } from "#lib/task-kinds/registry.ts";

/** What makes a comparison with people credible, in the order in which a report goes through it. */
export const pointKeys = [
  "sameItems",
  "selection",
  "smallTracks",
  "uncertainty",
  "pairedTests",
  "agreement",
  "alternative",
  "frozen",
  "parity",
  "exposure",
  "exclusions",
  "power",
  "participants",
  "report",
] as const;
export type PointKey = (typeof pointKeys)[number];

export const pointStates = ["met", "partly", "missing", "not_applicable"] as const;
export type PointState = (typeof pointStates)[number];

/** Something that is missing, and what would mend it. */
export type Gap = { what: string; mend: string };

export type Point = {
  key: PointKey;
  state: PointState;
  /** What the data say. */
  value: string;
  gaps: readonly Gap[];
  notes: readonly string[];
};

/** What an address asks for. Without a who, people, or simulated where there are no others. */
export const reportQuery = z.object({
  who: z.enum(populations).optional(),
  published: z.enum(["with", "without"]).default("without"),
  /** Where cases are of several kinds, of which; without it, of the first track's. */
  kind: z.enum(kindNames).optional(),
});

/** Whose report it is, whether what a paper printed of the same cases stands in it, and where there are several, of which kind. */
export type ReportChoice = {
  who: Population;
  withPublished: boolean;
  kind?: KindName | undefined;
  /** The last revision of the stated details that counts; all of them without. */
  detailsUpTo?: number | undefined;
};
