import { z } from "zod";
import { passageReportKinds } from "#lib/passage-reports/schema.ts";
import { strata } from "#lib/studies/schema.ts";
import { unrankedReasons } from "#lib/study-results/rows/rows.ts";

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
  arm: text.nullable().optional(),
  variation: text.nullable().optional(),
  repeats: whole.min(1).nullable().optional(),
  source: text.nullable(),
  group: text.nullable().optional(),
  attributes: text.nullable().optional(),
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
  apart: z.enum(unrankedReasons).nullable().optional(),
  cohort: text.nullable(),
  language: text,
  state: z.enum(["started", "submitted"]),
  exclusion_reasons: text.nullable(),
  model: text,
  method: text,
  version: text,
  replicate: whole.min(1).nullable().optional(),
};

/** Everything else is a count: cases, answers, checks, changes. */
const count = whole.min(0);

export const cellOf = (name: string): z.ZodType => cells[name] ?? count;

/** What a typed file declares a column to be; every one of them may be empty. */
export type CellType = "text" | "whole" | "number" | "wholes" | "numbers";

type CellSchema = { type?: string | string[]; enum?: unknown[]; items?: CellSchema; anyOf?: CellSchema[] };

/** Follows from the schema alone, so that files of the same study have the same types whatever is in them. */
export function typeOfCell(cell: z.ZodType): CellType {
  const { anyOf, ...alone } = z.toJSONSchema(cell) as CellSchema;
  const described = anyOf?.find(({ type }) => type !== "null") ?? alone;
  if (!described.items) return readType(described);
  return readType(described.items) === "whole" ? "wholes" : "numbers";
}

function readType({ type, enum: values }: CellSchema): "text" | "whole" | "number" {
  const [one] = [type].flat().filter((name) => name !== "null");
  if (one === "string") return "text";
  if (one === "integer" || values?.every(Number.isInteger)) return "whole";
  if (one === "number") return "number";
  throw new Error(`no file has a column of ${String(one)}`);
}
