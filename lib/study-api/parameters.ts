import { z } from "zod";
import { reviewFileChoice } from "#lib/review-exports/schema.ts";
import {
  exportFormats,
  exportKey,
  exportPopulations,
  numberings,
  textChoices,
} from "#lib/study-exports/schema.ts";
import { stratumChoices, populations } from "#lib/study-results/schema.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";

export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe("Rows per page."),
  cursor: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe("Where the page starts: part of next of the previous page."),
});

const withOrWithout = z.enum(["with", "without"]);

export const viewQuery = z.strictObject({
  kind: z
    .enum(kindNames)
    .optional()
    .describe(
      "Where the study’s cases are of several kinds: of which the figures are. They are never taken together. Default: the kind of its first track.",
    ),
  track: z.string().max(200).optional().describe("One track only. Default: all of them together."),
  stratum: z
    .enum(stratumChoices)
    .default("selected")
    .describe("Selected cases, unsure cases, controls, or all."),
  excluded: withOrWithout
    .default("without")
    .describe(
      "Whether to include participants excluded by a rule of the plan or by hand. Those who withdrew are never included.",
    ),
  known: withOrWithout
    .default("with")
    .describe("Whether to include answers to cases whose work the participant knew."),
  reported: withOrWithout.default("with").describe("Whether to include cases reported as bad."),
  who: z
    .enum(populations)
    .optional()
    .describe("People or simulated people, never both together. Default: people, if there are any."),
  cohort: z.string().max(200).optional().describe("One cohort only. Default: everybody."),
});

const by = z
  .string()
  .min(1)
  .max(500)
  .optional()
  .describe(
    "Where texts or models are judged: the attributes that tell origins apart, with commas between them. Default: method and model, as far as cases have them.",
  );

export const resultsQuery = viewQuery.extend({
  by,
  published: withOrWithout
    .default("without")
    .describe(
      "Whether to include published figures of the same cases, if an admin declared that the benchmark has those cases.",
    ),
});

export const numbersOf = z
  .enum(numberings)
  .describe(
    "random: participants are numbered anew for each export, so that no number identifies anybody; study: the numbers on the study’s own screens.",
  );
export const keyOf = exportKey.describe(
  "The key that random numbers are drawn with. Lists requested with the same key can be joined by participant.",
);

export const peopleQuery = viewQuery.extend({ numbers: numbersOf.default("random"), key: keyOf.optional() });

export const whoOf = z
  .enum(exportPopulations)
  .describe("Whose answers. Simulated people are never counted as people.");

const exportChoices = {
  numbers: numbersOf.default("random"),
  key: keyOf.optional(),
  who: whoOf.optional(),
  texts: z
    .enum(textChoices)
    .default("with")
    .describe("Whether to include what people typed. It may reveal who they are."),
};

export const rowsQuery = pageQuery.extend(exportChoices);

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
  published: withOrWithout
    .default("without")
    .describe("Whether to include published figures of the same cases."),
});

export const tableQuery = reportFileQuery.extend({
  format: z
    .enum(["tex", "csv"])
    .default("csv")
    .describe("tex: LaTeX, rounded; csv: the whole table, unrounded."),
  by,
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
  by,
  table: z
    .string()
    .max(100)
    .optional()
    .describe("For automatic: the name of the automatic table that is drawn. Default: the first."),
  participant: whole.describe(
    "For answer-map: one participant only, by the number on the study’s own screens.",
  ),
});

export const exportZipQuery = z.strictObject({
  ...exportChoices,
  format: z.enum(exportFormats).default("csv").describe("Format of the row files."),
});

export const exportFileQuery = z.strictObject({
  ...exportChoices,
  track: z
    .string()
    .max(200)
    .optional()
    .describe("For people-as-model, people-as-log and consensus-as-log: the track of the file."),
});

export const reviewFileQuery = z.strictObject({
  texts: reviewFileChoice.shape.texts.describe(
    "Whether comments of annotators and reviewers are included; they may tell who somebody is.",
  ),
});
