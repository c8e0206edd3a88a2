import { z } from "zod";
import type { Cell } from "#lib/task-kinds/exports.ts";
import { mayShow, type StudyFacts, type Population, populations } from "#lib/study-results/schema.ts";

export const exportKinds = ["answers", "participants", "cases", "predictions", "history"] as const;
export type ExportKind = (typeof exportKinds)[number];

export const lineFormats = ["csv", "jsonl"] as const;
export type LineFormat = (typeof lineFormats)[number];
export const exportFormats = [...lineFormats, "parquet"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Drawn for each export, or the numbers the study's own screens show. */
export const numberings = ["random", "study"] as const;
export const exportPopulations = [...populations, "all"] as const;
export type ExportPopulation = (typeof exportPopulations)[number];
/** What people typed: reasons, answers to open background questions, words on reported cases. */
export const textChoices = ["with", "without"] as const;

/** What random numbers are drawn by: the same key gives the same numbers. */
export const exportKey = z.string().regex(/^[0-9a-f]{32}$/);

export type ExportChoices = {
  numbers: (typeof numberings)[number];
  /** Not used where the numbers are the study's own. */
  key: string;
  who: ExportPopulation;
  texts: (typeof textChoices)[number];
};

/** What an address asks for. Without a key a fresh one is drawn; without a who, people, or simulated where there are no others. */
export const exportQuery = z.object({
  numbers: z.enum(numberings).default("random"),
  key: exportKey.optional(),
  who: z.enum(exportPopulations).optional(),
  texts: z.enum(textChoices).default("with"),
});
export type ExportQuery = z.output<typeof exportQuery>;

export const chooseWho = (
  asked: ExportPopulation | undefined,
  has: Readonly<Record<Population, boolean>>,
): ExportPopulation => asked ?? (has.simulated && !has.people ? "simulated" : "people");

export type ExportRow = Readonly<Record<string, Cell>>;

export type RowsPage = {
  rows: ExportRow[];
  /** Where the next page begins; null after the last. */
  next: string | null;
};
export type RowsProblem =
  | "not_found"
  /** The study runs, and interim results were not switched on. */
  | "not_shown_yet"
  /** No page ever ended there. */
  | "wrong_cursor"
  /** Somebody joined or withdrew since the page before, so that random numbers would no longer fit together. */
  | "people_changed";

export const maxRowsAtOnce = 2000;

const fileNames = [
  ...exportKinds.flatMap((kind) => exportFormats.map((format) => `${kind}.${format}` as const)),
  ...exportFormats.map((format) => `${format}.zip` as const),
  "codebook.md",
  "people-as-model.csv",
  "people-as-model.jsonl",
  "people-as-log.eval",
  "consensus-as-log.eval",
  "people-as-lm-eval.zip",
] as const;
/** What can be downloaded alone, by the last part of its address. */
export const exportFileName = z.enum(fileNames);
export type ExportFileName = z.output<typeof exportFileName>;

/** What screens don't show yet is in no file either. */
export const mayExport = (study: Pick<StudyFacts, "state" | "design">, who: ExportPopulation): boolean =>
  (who === "all" ? populations : [who]).every((one) => mayShow(study, one));
