import "server-only";
import type { CommonColumn } from "#lib/study-exports/columns.ts";
import { readCursor, writeCursor } from "#lib/study-exports/rows/cursor.ts";
import type { ExportRow, RowsPage } from "#lib/study-exports/schema.ts";
import { writeCells, type Cell } from "#lib/task-kinds/exports.ts";
import type { Source } from "#lib/study-exports/source.ts";
import { findArmOfCase, formatArmName } from "#lib/study-results/arms/place.ts";
import type { RunRow } from "#lib/study-results/rows/rows.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { notedKeys, serverKindOf } from "#lib/task-kinds/server-registry.ts";

type Row = {
  id: number;
  key: string;
  variation: string | null;
  kind: KindName;
  version: number;
  track: string;
  stratum: string;
  choice: number | null;
  gold: number | null;
  noted: unknown;
  probabilities: number[] | null;
  score: number | null;
  failed: boolean;
};

const text = `
  SELECT c.id, k.key, v.variation, k.kind::text, v.number::int AS version, t.name AS track, c.stratum::text, p.choice::int, g.choice::int AS gold,
    v.content -> ('${notedKeys}'::jsonb ->> k.kind::text) AS noted, p.probabilities, p.score, p.failed
  FROM study_cases c
    JOIN predictions p ON p.run_id = $2 AND p.case_version_id = c.case_version_id
    JOIN case_versions v ON v.id = c.case_version_id
    JOIN cases k ON k.id = v.case_id
    JOIN tracks t ON t.id = k.track_id
    LEFT JOIN case_golds g ON g.case_version_id = v.id
  WHERE c.study_id = $1::uuid AND c.id > $3::int
  ORDER BY c.id LIMIT $4`;

/** What every run of the benchmark answered to the study's cases, run by run. */
export async function listPredictionRows(
  { ask, rows: { study, runs } }: Source,
  { after, limit }: { after: string | null; limit: number },
): Promise<RowsPage | "wrong_cursor"> {
  const start = after === null ? { at: [runs[0]?.id ?? 0, 0] } : readCursor(after, 2);
  let place = start ? runs.findIndex(({ id }) => id === start.at[0]) : -1;
  if (!start || (after !== null && place < 0)) return "wrong_cursor";
  let from = start.at[1] ?? 0;
  const rows: RowsPage["rows"] = [];
  for (; place >= 0 && place < runs.length; place++) {
    const run = runs[place] as RunRow;
    const wanted = limit - rows.length;
    const found = await ask<Row>("export predictions", text, [study.id, run.id, from, wanted]);
    rows.push(...found.map((row) => write(run, row, study.design)));
    const last = found.at(-1);
    if (last && found.length === wanted)
      return { rows, next: writeCursor({ mark: "runs", at: [run.id, last.id] }) };
    from = 0;
  }
  return { rows, next: null };
}

function write(
  { model, method, version, replicate = null, apart, arm = null }: RunRow,
  row: Row,
  design: Source["rows"]["study"]["design"],
): Record<CommonColumn<"predictions">, Cell> & ExportRow {
  const { kind, choice, probabilities, score, gold, noted } = row;
  return {
    model,
    method,
    version,
    replicate,
    is_selecting_run: Number(apart === "selecting"),
    apart,
    case: row.key,
    case_version: row.version,
    track: row.track,
    variation: row.variation,
    arm: formatArmName(design, arm ?? findArmOfCase(design, row)),
    stratum: row.stratum,
    ...writeCells(serverKindOf(kind).columns.predictions, { choice, probabilities, score, gold, noted }),
    failed: Number(row.failed),
  };
}
