import { z } from "zod";
import { numbersOf, keyOf, viewQuery } from "#lib/study-api/results-query.ts";
import { exportFormats, exportWhos, textChoices } from "#lib/study-exports/schema.ts";
import { whos } from "#lib/study-results/schema.ts";

const keys = z
  .string()
  .max(10_000)
  .optional()
  .describe("These alone, by the keys that tables lists, with commas between them; in LaTeX only.");

export const reportFileQuery = z.strictObject({
  who: z.enum(whos).optional().describe("About whom. Left out: people, where there are any."),
  published: z
    .enum(["with", "without"])
    .default("without")
    .describe("With what a paper printed of the same cases."),
});

export const tableQuery = reportFileQuery.extend({
  format: z.enum(["tex", "csv"]).default("csv").describe("LaTeX, rounded; or all of it as CSV, unrounded."),
  columns: keys,
  rows: keys,
});

const whole = z
  .string()
  .regex(/^[0-9]{1,15}$/)
  .optional();

export const figureQuery = viewQuery.extend({
  published: reportFileQuery.shape.published,
  format: z.enum(["svg", "png", "pdf", "csv"]).default("svg").describe("csv: its numbers, unrounded."),
  width: z.enum(["single", "double"]).default("double").describe("Of a column or of two: 86 or 178 mm."),
  model: whole.describe("Number of the run beside people; for figures of one model."),
  against: whole.describe("Number of the run that scatter holds people against."),
  case: z.string().max(500).optional().describe("Key of the case, for figure case; track says of which."),
  participant: whole.describe("One participant alone, by the study’s own number; for answer-map."),
});

const exported = z.strictObject({
  numbers: numbersOf.default("random"),
  key: keyOf.optional(),
  who: z.enum(exportWhos).optional().describe("Simulated people are never counted as people."),
  texts: z.enum(textChoices).default("with").describe("Whether what people typed is in."),
});

export const exportZipQuery = exported.extend({
  format: z.enum(exportFormats).default("csv").describe("Of the files of rows."),
});

export const exportFileQuery = exported.extend({
  track: z.string().max(200).optional().describe("Whose file people-as-model.csv is."),
});

export const tablesDocument = z.object({
  study: z.string(),
  who: z.enum(whos),
  tables: z.array(
    z.object({
      name: z.string(),
      caption: z.string(),
      columns: z.array(z.object({ key: z.string(), label: z.string() })),
      rows: z.array(z.object({ key: z.string(), label: z.string() })),
      address: z.string(),
    }),
  ),
});
