import { z } from "zod";
import { passageReportKinds } from "#lib/passage-reports/schema.ts";
import {
  strata,
  preferNotToSay,
  type BackgroundQuestion,
  type ComprehensionQuestion,
  type Questions,
} from "#lib/studies/schema.ts";
import { unrankedReasons } from "#lib/study-results/rows/rows.ts";
import common from "#lib/study-exports/columns.json" with { type: "json" };
import type { ExportKind } from "#lib/study-exports/schema.ts";
import { maxTries } from "#lib/sittings/schema.ts";
import type { OwnColumns } from "#lib/task-kinds/exports.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

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
  rated_as: text.nullable().optional(),
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

/** What makes one study's columns differ from another's. */
export type Shape = {
  /** Of its cases. In general several kinds have columns. */
  kinds: readonly KindName[];
  /** How many options its cases have at most. */
  options: number;
  plan: Pick<
    Questions,
    "profiles" | "preferNotToSay" | "mayPass" | "draftsCount" | "reportPassage" | "lastComment"
  > & {
    mayGoBack?: boolean;
    hasRepeats?: boolean;
    /** Cases that the selecting run got wrong without being sure. */
    asksUnsure?: boolean;
    /** Whether it says what is claimed, or some run stands apart beside the selecting one. */
    tellsApart?: boolean;
    hasReplicates?: boolean;
    /** Whether any of its cases has a group, or attributes. */
    hasGroups?: boolean;
    hasAttributes?: boolean;
    /** Whether it has arms, and whether these show cases in several ways. */
    hasArms?: boolean;
    variesCases?: boolean;
    /** Whether a case stands for others with its text. */
    ratesOnce?: boolean;
    background: readonly Pick<BackgroundQuestion, "key" | "kind" | "label">[];
    comprehension?: readonly Pick<ComprehensionQuestion, "key" | "label">[];
    minAnswered?: number | null;
  };
  texts: "with" | "without";
};

export type Column = { name: string; about: string; isText: boolean; type: CellType };
const commonColumns: Record<ExportKind, Record<string, string>> = common;
/** What a writer of rows fills in beside what the kind of task does. */
export type CommonColumn<Kind extends ExportKind> = Exclude<keyof (typeof common)[Kind], `${string}*`>;
/** Where the columns stand that a kind of task has of its own. */
const ownPlace = "own_*";

export const ownColumns = (list: ExportKind, kinds: readonly KindName[]): OwnColumns =>
  list === "participants"
    ? {}
    : Object.assign({}, ...kinds.map((kind) => serverKindOf(kind).columns[list]).reverse());

/** What may stand in a list, by name, in its order. */
export const describeColumns = (
  list: ExportKind,
  kinds: readonly KindName[],
): (readonly [name: string, about: string])[] =>
  Object.entries(commonColumns[list]).flatMap(([name, about]): (readonly [string, string])[] =>
    name === ownPlace
      ? Object.entries(ownColumns(list, kinds)).map(([own, column]) => [own, column.about])
      : [[name, about]],
  );

const unsaid = `; \`${preferNotToSay}\` if the participant chose that; empty if not answered`;
const typedNames = new Set(["reason", "report_reason", "passage_report_words", "last_comment"]);

const reports = ({ reportPassage }: Shape["plan"]) => reportPassage === true;

/** What only some plans record: where one doesn't, its files are what they were before it could be recorded. */
const ofPlan: Readonly<Record<string, (plan: Shape["plan"]) => boolean>> = {
  unfolded: ({ profiles }) => profiles !== undefined,
  cannot_read: ({ mayPass }) => mayPass === true,
  passed: ({ mayPass }) => mayPass === true,
  repeats: ({ hasRepeats }) => hasRepeats === true,
  given_after_ms: ({ draftsCount }) => draftsCount !== undefined,
  from_draft: ({ mayGoBack, draftsCount }) => mayGoBack === false && draftsCount === true,
  passage_report: reports,
  passage_report_words: reports,
  passage_reports: reports,
  last_comment: ({ lastComment }) => lastComment === true,
  right_unsure: ({ asksUnsure }) => asksUnsure === true,
  answered_unsure: ({ asksUnsure }) => asksUnsure === true,
  apart: ({ tellsApart }) => tellsApart === true,
  replicate: ({ hasReplicates }) => hasReplicates === true,
  group: ({ hasGroups }) => hasGroups === true,
  attributes: ({ hasAttributes }) => hasAttributes === true,
  variation: ({ variesCases }) => variesCases === true,
  rated_as: ({ ratesOnce }) => ratesOnce === true,
};

/** Of cases alone nothing is told where people have the arms. */
const hasArmColumn = (list: ExportKind, { hasArms, variesCases }: Shape["plan"]): boolean =>
  list === "cases" ? variesCases === true : hasArms === true;

function listColumns(kind: ExportKind, { kinds, options, plan, texts }: Shape): Column[] {
  const own = ownColumns(kind, kinds);
  const all = describeColumns(kind, kinds).flatMap(([name, about]): Column[] => {
    if (name.startsWith("option*"))
      return Array.from({ length: options }, (_, i) => ({
        name: name.replace("*", String(i + 1)),
        about,
        isText: false,
        type: "text",
      }));
    if (name === "background_*")
      return plan.background.map(({ key, kind: form, label }) => ({
        name: backgroundColumn(key),
        about: (label.en || label["zh-CN"] || about) + (plan.preferNotToSay ? unsaid : ""),
        isText: form === "text",
        // Who prefers not to say says so in words.
        type: form === "number" && !plan.preferNotToSay ? "number" : "text",
      }));
    if (ofPlan[name]?.(plan) === false || (name === "arm" && !hasArmColumn(kind, plan))) return [];
    if (name === "comprehension_*") return listComprehension(plan.comprehension ?? []);
    if (name === "exclusion_reasons") {
      const also = [
        ...(plan.comprehension?.length ? ["failed_comprehension"] : []),
        ...(plan.minAnswered ? ["too_few_answers"] : []),
      ];
      return [{ name, about: [about, ...also].join(", "), isText: false, type: "text" }];
    }
    return [{ name, about, isText: typedNames.has(name), type: typeOfCell(own[name]?.cell ?? cellOf(name)) }];
  });
  return texts === "with" ? all : all.filter(({ isText }) => !isText);
}

export function listAllColumns(shape: Shape): Record<ExportKind, Column[]> {
  const of = (kind: ExportKind) => listColumns(kind, shape);
  return {
    answers: of("answers"),
    participants: of("participants"),
    cases: of("cases"),
    predictions: of("predictions"),
    history: of("history"),
  };
}

function listComprehension(questions: NonNullable<Shape["plan"]["comprehension"]>): Column[] {
  if (questions.length === 0) return [];
  const column = (name: string, about: string, type: CellType = "text"): Column => ({
    name,
    about,
    type,
    isText: false,
  });
  return [
    column("comprehension_tries", "number of attempts at the comprehension questions, at most two", "whole"),
    column(
      "comprehension_passed",
      "1 if every answer of the last attempt was right; empty without an attempt",
      "whole",
    ),
    ...questions.flatMap(({ key, label }) =>
      Array.from({ length: maxTries }, (_, i) =>
        column(
          comprehensionColumn(key, i + 1),
          `${label.en || label["zh-CN"]}${label.en || label["zh-CN"] ? ": " : ""}what was chosen at attempt ${i + 1}`,
        ),
      ),
    ),
  ];
}

export const comprehensionColumn = (key: string, tryNumber: number): string =>
  `comprehension_${key}_${tryNumber}`;
export const backgroundColumn = (key: string): string => `background_${key}`;
