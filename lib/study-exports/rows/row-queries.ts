import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { ask } from "#lib/db.ts";
import { fail, type Result, succeed } from "#lib/result.ts";
import { type Column, listAllColumns, type CommonColumn } from "#lib/study-exports/columns.ts";
import {
  type ExportChoices,
  type ExportKind,
  type ExportRow,
  mayExport,
  maxRowsAtOnce,
  type RowsPage,
  type RowsProblem,
} from "#lib/study-exports/schema.ts";
import {
  listAnswerRows,
  listHistoryRows,
  listParticipantRows,
} from "#lib/study-exports/rows/people-queries.ts";
import {
  readCursor,
  writeCursor,
  type PageProblem,
  type PageRequest,
} from "#lib/study-exports/people-pages.ts";
import { makeSource, type Source } from "#lib/study-exports/source.ts";
import { getWholeRows, type WholeRows } from "#lib/study-results/rows/rows-queries.ts";
import { variesCases, findArmOfCase, formatArmName } from "#lib/study-results/arms/place.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { Attributes } from "#lib/benchmarks/schema.ts";
import { writeCells, type Cell } from "#lib/task-kinds/exports.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { notedKeys, serverKindOf } from "#lib/task-kinds/server-registry.ts";

type Stored<Kind extends "cases" | "predictions", Added extends string> = Record<
  Exclude<CommonColumn<Kind>, Added>,
  Cell
>;
type Case = Stored<"cases", "arm" | "attributes" | "rated_as"> & {
  trackPlace: number;
  place: number;
  id: number;
  variation: string | null;
  stratum: string;
  attributes: Attributes | null;
  kind: KindName;
  optionNames: string[];
  gold: number | null;
  noted: unknown;
  answerLength: number | null;
};

const casesText = `
  SELECT t.position::int AS "trackPlace", k.position AS place, c.id, k.key AS "case", v.number::int AS case_version,
    encode(v.hash, 'hex') AS sha256, t.name AS track, v.variation, c.stratum::text, k.source, v.group_name AS "group",
    v.attributes, (r.reason IS NOT NULL)::int AS reported, r.reason AS report_reason,
    (SELECT count(*)::int FROM passage_reports p JOIN served_cases s USING (sitting_id, position)
      JOIN sittings i ON i.id = p.sitting_id
      WHERE s.study_case_id = c.id AND i.state <> 'withdrawn') AS passage_reports,
    k.kind::text, v.option_names AS "optionNames", g.choice::int AS gold,
    v.content -> ('${notedKeys}'::jsonb ->> k.kind::text) AS noted, v.answer_length AS "answerLength"
  FROM study_cases c
    JOIN case_versions v ON v.id = c.case_version_id
    JOIN cases k ON k.id = v.case_id
    JOIN tracks t ON t.id = k.track_id
    LEFT JOIN case_golds g ON g.case_version_id = v.id
    LEFT JOIN case_reports r ON r.study_case_id = c.id AND r.withdrawn_at IS NULL
  WHERE c.study_id = $1::uuid AND (t.position, k.position, c.id) > ($2::int, $3::int, $4::int)
  ORDER BY t.position, k.position, c.id LIMIT $5`;

type List = (source: Source, asked: PageRequest) => Promise<RowsPage | PageProblem>;

/** The frozen sample, in the order of the benchmark. */
const listCaseRows: List = async ({ ask, rows: { study, cases } }, { after, limit }) => {
  const start = after === null ? { at: [-1, -1, -1] } : readCursor(after, 3);
  if (!start) return "wrong_cursor";
  const found = await ask<Case>("export cases", casesText, [study.id, ...start.at, limit]);
  const last = found.length === limit ? found.at(-1) : undefined;
  const standIns = new Map(cases.map(({ id, ratedAs }) => [id, ratedAs]));
  const keys = new Map(cases.map(({ id, key }) => [id, key]));
  return {
    rows: found.map(({ trackPlace: _track, place: _place, id, kind, attributes, ...stored }): ExportRow => {
      const { optionNames, gold, noted, answerLength, ...row } = stored;
      return {
        ...row,
        attributes: attributes && JSON.stringify(attributes),
        rated_as: keys.get(standIns.get(id) ?? -1) ?? null,
        arm: formatArmName(study.design, findArmOfCase(study.design, row)),
        ...writeCells(serverKindOf(kind).columns.cases, { optionNames, gold, noted, answerLength }),
      } satisfies Record<CommonColumn<"cases">, Cell>;
    }),
    next: last ? writeCursor({ mark: "cases", at: [last.trackPlace, last.place, last.id] }) : null,
  };
};

type RunColumn = "model" | "method" | "version" | "replicate" | "is_selecting_run" | "apart";
type Prediction = Stored<"predictions", "arm" | RunColumn> & {
  id: number;
  variation: string | null;
  stratum: string;
  kind: KindName;
  choice: number | null;
  gold: number | null;
  noted: unknown;
  probabilities: number[] | null;
  score: number | null;
};

const predictionsText = `
  SELECT c.id, k.key AS "case", v.number::int AS case_version, t.name AS track, v.variation, c.stratum::text,
    p.failed::int, k.kind::text, p.choice::int, g.choice::int AS gold,
    v.content -> ('${notedKeys}'::jsonb ->> k.kind::text) AS noted, p.probabilities, p.score
  FROM study_cases c
    JOIN predictions p ON p.run_id = $2 AND p.case_version_id = c.case_version_id
    JOIN case_versions v ON v.id = c.case_version_id
    JOIN cases k ON k.id = v.case_id
    JOIN tracks t ON t.id = k.track_id
    LEFT JOIN case_golds g ON g.case_version_id = v.id
  WHERE c.study_id = $1::uuid AND c.id > $3::int
  ORDER BY c.id LIMIT $4`;

/** What every run of the benchmark answered to the study's cases, run by run. */
const listPredictionRows: List = async ({ ask, rows: { study, runs } }, { after, limit }) => {
  const start = after === null ? { at: [runs[0]?.id ?? 0, 0] } : readCursor(after, 2);
  let place = start ? runs.findIndex(({ id }) => id === start.at[0]) : -1;
  if (!start || (after !== null && place < 0)) return "wrong_cursor";
  let from = start.at[1] ?? 0;
  const rows: RowsPage["rows"] = [];
  for (; place >= 0 && place < runs.length; place++) {
    const run = runs[place] as RunRow;
    const wanted = limit - rows.length;
    const found = await ask<Prediction>("export predictions", predictionsText, [
      study.id,
      run.id,
      from,
      wanted,
    ]);
    rows.push(...found.map((row) => writePrediction(run, row, study.design)));
    const last = found.at(-1);
    if (last && found.length === wanted)
      return { rows, next: writeCursor({ mark: "runs", at: [run.id, last.id] }) };
    from = 0;
  }
  return { rows, next: null };
};

function writePrediction(
  { model, method, version, replicate = null, apart, arm = null }: RunRow,
  { id: _id, kind, choice, probabilities, score, gold, noted, ...row }: Prediction,
  design: Source["rows"]["study"]["design"],
): Record<CommonColumn<"predictions">, Cell> & ExportRow {
  return {
    ...row,
    model,
    method,
    version,
    replicate,
    is_selecting_run: Number(apart === "selecting"),
    apart,
    arm: formatArmName(design, arm ?? findArmOfCase(design, row)),
    ...writeCells(serverKindOf(kind).columns.predictions, { choice, probabilities, score, gold, noted }),
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

const lists: Record<ExportKind, List> = {
  answers: listAnswerRows,
  participants: listParticipantRows,
  cases: listCaseRows,
  predictions: listPredictionRows,
  history: listHistoryRows,
};

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
    ratesOnce: design.sample.ratedOnce !== undefined,
    hasReplicates: runs.some(({ replicate }) => replicate != null),
    ...design.questions,
    minAnswered: design.rules.minAnswered ?? null,
    hasRepeats: design.sample.repeats !== undefined,
    asksUnsure: design.sample.unsure !== undefined,
    tellsApart:
      design.claims !== undefined || runs.some(({ apart }) => apart !== null && apart !== "selecting"),
  };
}

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
