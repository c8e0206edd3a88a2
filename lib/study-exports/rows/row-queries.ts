import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { ask } from "#lib/db.ts";
import { fail, type Result, succeed } from "#lib/result.ts";
import { listAnswerRows } from "#lib/study-exports/rows/answers-queries.ts";
import { type Column, listAllColumns, type CommonColumn } from "#lib/study-exports/columns.ts";
import { listHistoryRows } from "#lib/study-exports/rows/history-queries.ts";
import {
  type ExportChoices,
  type ExportKind,
  type ExportRow,
  mayExport,
  maxRowsAtOnce,
  type RowsPage,
  type RowsProblem,
} from "#lib/study-exports/schema.ts";
import { listParticipantRows } from "#lib/study-exports/rows/participants-queries.ts";
import type { PageProblem } from "#lib/study-exports/people-pages.ts";
import { listPredictionRows } from "#lib/study-exports/rows/predictions-queries.ts";
import { makeSource, type Source } from "#lib/study-exports/source.ts";
import { getWholeRows, type WholeRows } from "#lib/study-results/rows/rows-queries.ts";
import { variesCases, findArmOfCase, formatArmName } from "#lib/study-results/arms/place.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { Attributes } from "#lib/benchmarks/schema.ts";
import { readCursor, writeCursor } from "#lib/study-exports/rows/cursor.ts";
import { writeCells, type Cell } from "#lib/task-kinds/exports.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { notedKeys, serverKindOf } from "#lib/task-kinds/server-registry.ts";

type Row = {
  trackPlace: number;
  place: number;
  id: number;
  key: string;
  variation: string | null;
  kind: KindName;
  version: number;
  sha256: string;
  track: string;
  stratum: string;
  source: string | null;
  group: string | null;
  attributes: Attributes | null;
  optionNames: string[];
  gold: number | null;
  noted: unknown;
  answerLength: number | null;
  report: string | null;
  passageReports: number;
};

const text = `
  SELECT t.position::int AS "trackPlace", k.position AS place, c.id, k.key, v.variation, k.kind::text, v.number::int AS version,
    encode(v.hash, 'hex') AS sha256, t.name AS track, c.stratum::text, k.source, v.group_name AS "group", v.attributes,
    v.option_names AS "optionNames",
    g.choice::int AS gold, v.content -> ('${notedKeys}'::jsonb ->> k.kind::text) AS noted,
    v.answer_length AS "answerLength", r.reason AS report,
    (SELECT count(*)::int FROM passage_reports p JOIN served_cases s USING (sitting_id, position)
      JOIN sittings i ON i.id = p.sitting_id
      WHERE s.study_case_id = c.id AND i.state <> 'withdrawn') AS "passageReports"
  FROM study_cases c
    JOIN case_versions v ON v.id = c.case_version_id
    JOIN cases k ON k.id = v.case_id
    JOIN tracks t ON t.id = k.track_id
    LEFT JOIN case_golds g ON g.case_version_id = v.id
    LEFT JOIN case_reports r ON r.study_case_id = c.id AND r.withdrawn_at IS NULL
  WHERE c.study_id = $1::uuid AND (t.position, k.position, c.id) > ($2::int, $3::int, $4::int)
  ORDER BY t.position, k.position, c.id LIMIT $5`;

/** The frozen sample, in the order of the benchmark. */
async function listCaseRows(
  { ask, rows: { study } }: Source,
  { after, limit }: { after: string | null; limit: number },
): Promise<RowsPage | "wrong_cursor"> {
  const start = after === null ? { at: [-1, -1, -1] } : readCursor(after, 3);
  if (!start) return "wrong_cursor";
  const found = await ask<Row>("export cases", text, [study.id, ...start.at, limit]);
  const last = found.length === limit ? found.at(-1) : undefined;
  return {
    rows: found.map((row) => write(row, study.design)),
    next: last ? writeCursor({ mark: "cases", at: [last.trackPlace, last.place, last.id] }) : null,
  };
}

function write(
  row: Row,
  design: Source["rows"]["study"]["design"],
): Record<CommonColumn<"cases">, Cell> & ExportRow {
  const { kind, optionNames, gold, answerLength, noted } = row;
  return {
    case: row.key,
    case_version: row.version,
    sha256: row.sha256,
    track: row.track,
    variation: row.variation,
    arm: formatArmName(design, findArmOfCase(design, row)),
    stratum: row.stratum,
    source: row.source,
    group: row.group,
    attributes: row.attributes && JSON.stringify(row.attributes),
    ...writeCells(serverKindOf(kind).columns.cases, { optionNames, gold, answerLength, noted }),
    reported: Number(row.report !== null),
    report_reason: row.report,
    passage_reports: row.passageReports,
  };
}

const most = `
  SELECT coalesce(max(v.option_count), 0)::int AS options
  FROM study_cases c JOIN case_versions v ON v.id = c.case_version_id WHERE c.study_id = $1::uuid`;

/** How many options the cases have at most, practice included: so many columns they take. */
async function countOptions({ ask, rows: { study } }: Source): Promise<number> {
  const [found] = await ask<{ options: number }>("export options", most, [study.id]);
  return found?.options ?? 0;
}

type PageRequest = { after: string | null; limit: number };
type List = (source: Source, asked: PageRequest) => Promise<RowsPage | PageProblem>;

const lists: Record<ExportKind, List> = {
  answers: listAnswerRows,
  participants: listParticipantRows,
  cases: listCaseRows,
  predictions: listPredictionRows,
  history: listHistoryRows,
};

/** The columns that this study's rows of each kind have, in their order. */
export async function readColumns(source: Source): Promise<Record<ExportKind, Column[]>> {
  return listAllColumns({
    kinds: source.rows.kinds,
    options: await countOptions(source),
    plan: readPlan(source.rows),
    texts: source.choices.texts,
  });
}

function readPlan({ study: { design }, runs, cases }: StudyRows) {
  return {
    hasGroups: cases.some(({ group }) => group != null),
    hasAttributes: cases.some(({ attributes }) => attributes != null),
    hasArms: design.assignment.arms !== undefined,
    variesCases: variesCases(design),
    hasReplicates: runs.some(({ replicate }) => replicate != null),
    ...design.questions,
    minAnswered: design.rules.minAnswered ?? null,
    hasRepeats: design.sample.repeats !== undefined,
    asksUnsure: design.sample.unsure !== undefined,
    tellsApart:
      design.claims !== undefined || runs.some(({ apart }) => apart !== null && apart !== "selecting"),
  };
}

/** A page of one kind with exactly its columns. */
export async function readRowsPage(
  source: Source,
  kind: ExportKind,
  columns: readonly Column[],
  asked: PageRequest,
): Promise<RowsPage | PageProblem> {
  const page = await lists[kind](source, asked);
  if (typeof page === "string") return page;
  return { next: page.next, rows: page.rows.map((row) => inColumns(row, columns)) };
}

const inColumns = (row: ExportRow, columns: readonly Column[]): ExportRow =>
  Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]));

/**
 * For programs: the rows of an export's files, page by page. Give the `next` of a page as `after` of the next one,
 * with the same choices.
 */
export async function listExportRows(
  viewer: Staff,
  study: string | WholeRows,
  kind: ExportKind,
  { after = null, limit = 1000, ...choices }: ExportChoices & { after?: string | null; limit?: number },
): Promise<Result<RowsPage, RowsProblem>> {
  const whole = typeof study === "string" ? await getWholeRows(viewer, study) : study;
  if (!whole) return fail("not_found");
  if (!mayExport(whole.rows.study, choices.who)) return fail("not_shown_yet");
  const source = makeSource(whole, ask, choices);
  const columns = (await readColumns(source))[kind];
  const most = Math.min(Math.max(1, limit), maxRowsAtOnce);
  const page = await readRowsPage(source, kind, columns, { after, limit: most });
  return typeof page === "string" ? fail(page) : succeed(page);
}
