import "server-only";
import type { Attributes } from "#lib/benchmarks/schema.ts";
import type { CommonColumn } from "#lib/study-exports/columns.ts";
import { readCursor, writeCursor } from "#lib/study-exports/rows/cursor.ts";
import type { ExportRow, RowsPage } from "#lib/study-exports/schema.ts";
import type { Cell } from "#lib/task-kinds/exports.ts";
import type { Source } from "#lib/study-exports/source.ts";
import { findArmOfCase, nameArm } from "#lib/study-results/arms/place.ts";
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
export async function listCaseRows(
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
    arm: nameArm(design, findArmOfCase(design, row)),
    stratum: row.stratum,
    source: row.source,
    group: row.group,
    attributes: row.attributes && JSON.stringify(row.attributes),
    ...serverKindOf(kind).writeCase({ optionNames, gold: { choice: gold }, answerLength, noted }),
    reported: Number(row.report !== null),
    report_reason: row.report,
    passage_reports: row.passageReports,
  };
}

const most = `
  SELECT coalesce(max(v.option_count), 0)::int AS options
  FROM study_cases c JOIN case_versions v ON v.id = c.case_version_id WHERE c.study_id = $1::uuid`;

/** How many options the cases have at most, practice included: so many columns they take. */
export async function countOptions({ ask, rows: { study } }: Source): Promise<number> {
  const [found] = await ask<{ options: number }>("export options", most, [study.id]);
  return found?.options ?? 0;
}
