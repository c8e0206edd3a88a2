import { z } from "zod";
import { numbersOf, keyOf, viewQuery } from "#lib/study-api/results-query.ts";
import { exportFormats, exportPopulations, textChoices } from "#lib/study-exports/schema.ts";
import { populations } from "#lib/study-results/schema.ts";

const keys = z
  .string()
  .max(10_000)
  .optional()
  .describe("Only these, by their keys as listed by tables, separated by commas. LaTeX only.");

export const reportFileQuery = z.strictObject({
  kind: viewQuery.shape.kind,
  who: z
    .enum(populations)
    .optional()
    .describe("People or simulated people. Default: people, if there are any."),
  published: z
    .enum(["with", "without"])
    .default("without")
    .describe("Whether to include published figures of the same cases."),
});

export const tableQuery = reportFileQuery.extend({
  format: z
    .enum(["tex", "csv"])
    .default("csv")
    .describe("tex: LaTeX, rounded; csv: the whole table, unrounded."),
  columns: keys,
  rows: keys,
});

const whole = z
  .string()
  .regex(/^[0-9]{1,15}$/)
  .optional();

export const figureQuery = viewQuery.extend({
  published: reportFileQuery.shape.published,
  format: z
    .enum(["svg", "png", "pdf", "csv"])
    .default("svg")
    .describe("svg, png, pdf: the figure; csv: its numbers, unrounded."),
  width: z
    .enum(["single", "double"])
    .default("double")
    .describe("single: one column, 86 mm; double: two columns, 178 mm."),
  model: whole.describe("For figures of one model: the runId of the run shown beside people."),
  against: whole.describe("For scatter: the runId of the run compared with people."),
  case: z
    .string()
    .max(500)
    .optional()
    .describe("For case: the key of the case; track says which track it is in."),
  participant: whole.describe(
    "For answer-map: one participant only, by the number on the study’s own screens.",
  ),
});

const exported = z.strictObject({
  numbers: numbersOf.default("random"),
  key: keyOf.optional(),
  who: z
    .enum(exportPopulations)
    .optional()
    .describe("Whose answers. Simulated people are never counted as people."),
  texts: z
    .enum(textChoices)
    .default("with")
    .describe("Whether to include what people typed. It may reveal who they are."),
});

export const exportZipQuery = exported.extend({
  format: z.enum(exportFormats).default("csv").describe("Format of the row files."),
});

export const exportFileQuery = exported.extend({
  track: z
    .string()
    .max(200)
    .optional()
    .describe("For people-as-model, people-as-log and consensus-as-log: the track of the file."),
});

export const tablesDocument = z.object({
  study: z.string(),
  who: z.enum(populations),
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
