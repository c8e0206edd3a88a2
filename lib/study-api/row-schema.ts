import { z } from "zod";
import { passageReportKinds } from "#lib/passage-reports/schema.ts";
import { keyOf, numbersOf } from "#lib/study-api/results-query.ts";
import { next, pageQuery, rowKinds, type RowKind } from "#lib/study-api/schema.ts";
import { describeColumns, ownColumns } from "#lib/study-exports/columns.ts";
import { exportWhos, textChoices } from "#lib/study-exports/schema.ts";
import { aparts } from "#lib/study-results/rows/rows.ts";
import { strata } from "#lib/studies/schema.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";

const text = z.string();
const whole = z.int();
const flag = z.literal([0, 1]);
const typed = text.nullable().optional();

/** What stands in a column; one name means the same in every list. */
const cells: Readonly<Record<string, z.ZodType>> = {
  participant: whole.min(1),
  position: whole.min(1),
  case: text,
  case_version: whole.min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  track: text,
  stratum: z.enum(strata),
  source: text.nullable(),
  reason: typed,
  report_reason: typed,
  passage_report: z.enum(passageReportKinds).nullable().optional(),
  passage_report_words: typed,
  passage_reports: whole.min(0).optional(),
  last_comment: typed,
  knows_work: flag.nullable(),
  flagged: flag,
  cannot_read: flag.optional(),
  passed: whole.min(0).optional(),
  unfolded: flag.nullable().optional(),
  first_answer_ms: whole.nullable(),
  saved_after_ms: whole.nullable(),
  duration_ms: whole.nullable(),
  after_ms: whole.nullable(),
  client_after_ms: whole.nullable(),
  // Only where the plan has them.
  right_unsure: whole.min(0).optional(),
  answered_unsure: whole.min(0).optional(),
  given_after_ms: whole.nullable().optional(),
  from_draft: flag.optional(),
  active_ms: whole.nullable(),
  excluded: flag,
  simulated: flag,
  reported: flag,
  failed: flag,
  is_selecting_run: flag,
  apart: z.enum(aparts).nullable().optional(),
  cohort: text.nullable(),
  language: text,
  state: z.enum(["started", "submitted"]),
  exclusion_reasons: text.nullable(),
  model: text,
  method: text,
  version: text,
};

/** Everything else is a count: cases, answers, checks, changes. */
const count = whole.min(0);
const cell = z.union([z.string(), z.number(), z.array(z.number()), z.null()]);

function rowSchema(kind: RowKind): z.ZodType {
  const columns = describeColumns(kind, kindNames);
  const own = ownColumns(kind, kindNames);
  const known = columns.filter(([name]) => !name.includes("*"));
  const shape = Object.fromEntries(
    known.map(([name, about]) => [name, (own[name]?.cell ?? cells[name] ?? count).describe(about)]),
  );
  const open = columns.filter(([name]) => name.includes("*"));
  if (open.length === 0) return z.strictObject(shape);
  // How many there are of these differs from study to study.
  const about = open.map(([name, words]) => `${name}: ${words}`).join("; ");
  return z.object(shape).catchall(cell.describe(about));
}

export const rowSchemas = Object.fromEntries(rowKinds.map((kind) => [kind, rowSchema(kind)])) as Record<
  RowKind,
  z.ZodType
>;

const whoOf = z.enum(exportWhos).describe("Simulated people are never counted as people.");

export const rowsQuery = pageQuery.extend({
  numbers: numbersOf.default("random"),
  key: keyOf.optional(),
  who: whoOf.optional(),
  texts: z
    .enum(textChoices)
    .default("with")
    .describe("Whether what people typed is in; it may say who they are."),
});

export const rowPageSchema = (row: z.ZodType) =>
  z.strictObject({
    numbers: numbersOf,
    key: keyOf
      .nullable()
      .describe("Send it along to get the same numbers in another list; null for numbers=study."),
    who: whoOf,
    items: z.array(row),
    next,
  });
