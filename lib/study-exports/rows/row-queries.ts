import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { ask } from "#lib/db.ts";
import { fail, type Result, succeed } from "#lib/result.ts";
import { listAnswerRows } from "#lib/study-exports/rows/answers-queries.ts";
import { countOptions, listCaseRows } from "#lib/study-exports/rows/cases-queries.ts";
import { type Column, listAllColumns } from "#lib/study-exports/columns.ts";
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
import { variesCases } from "#lib/study-results/arms/place.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";

type Asked = { after: string | null; limit: number };
type List = (source: Source, asked: Asked) => Promise<RowsPage | PageProblem>;

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
  asked: Asked,
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
