import "server-only";
import type { CommonColumn } from "#lib/study-exports/columns.ts";
import { listPeopleRows, type PageRequest, type PageProblem } from "#lib/study-exports/people-pages.ts";
import type { ExportRow, RowsPage } from "#lib/study-exports/schema.ts";
import { nullable, writeCells, type Cell } from "#lib/task-kinds/exports.ts";
import type { Source } from "#lib/study-exports/source.ts";
import { findArmOfCase, formatArmName } from "#lib/study-results/arms/place.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { notedKeys, serverKindOf } from "#lib/task-kinds/server-registry.ts";

type Row = {
  number: number;
  position: number;
  key: string;
  variation: string | null;
  kind: KindName;
  version: number;
  track: string;
  stratum: string;
  repeats: number | null;
  optionOrder: number[];
  optionNames: string[];
  value: OwnValue;
  gold: number | null;
  noted: unknown;
  confidence: number | null;
  reason: string | null;
  knows: boolean | null;
  isFlagged: boolean;
  cannotRead: boolean;
  unfolded: boolean | null;
  activeMs: number;
  firstMs: number | null;
  focusLosses: number;
  changes: number;
  report: string | null;
  reportWords: string | null;
  savedAfterMs: number | null;
  fromDraft: boolean;
};

const text = `
  SELECT p.number, a.position::int, k.key, v.variation, k.kind::text, v.number::int AS version, t.name AS track, c.stratum::text, s.repeats::int,
    s.option_order::int[] AS "optionOrder", v.option_names AS "optionNames", a.value, g.choice::int AS gold,
    v.content -> ('${notedKeys}'::jsonb ->> k.kind::text) AS noted,
    a.confidence, a.reason, a.knows_work AS knows, a.is_flagged AS "isFlagged",
    a.cannot_read AS "cannotRead", a.unfolded, a.active_ms AS "activeMs", a.first_answer_ms AS "firstMs",
    a.focus_losses AS "focusLosses", a.changes,
    r.kind AS report, nullif(r.words, '') AS "reportWords",
    round(extract(epoch FROM a.saved_at - i.started_at) * 1000)::float8 AS "savedAfterMs", a.from_draft AS "fromDraft"
  FROM unnest($1::uuid[], $2::int[]) AS p (id, number)
    JOIN sittings i ON i.id = p.id AND i.state IN ('started', 'submitted')
    JOIN answers a ON a.sitting_id = p.id
    JOIN served_cases s ON s.sitting_id = a.sitting_id AND s.position = a.position
    JOIN study_cases c ON c.id = s.study_case_id
    JOIN case_versions v ON v.id = c.case_version_id
    JOIN cases k ON k.id = v.case_id
    JOIN tracks t ON t.id = k.track_id
    LEFT JOIN passage_reports r ON r.sitting_id = a.sitting_id AND r.position = a.position
    LEFT JOIN case_golds g ON g.case_version_id = v.id
  WHERE (p.number, a.position) > ($3::int, $4::int)
  ORDER BY p.number, a.position LIMIT $5`;

/** Every answer that people have, practice and attention checks included, by number and position. */
export const listAnswerRows = (source: Source, asked: PageRequest): Promise<RowsPage | PageProblem> =>
  listPeopleRows<Row>(source, asked, {
    name: "export answers",
    text,
    order: ["number", "position"],
    write: (row, { person }) => write(row, person, source.rows.study.design),
  });

function write(
  row: Row,
  person: Source["rows"]["people"][number],
  design: Source["rows"]["study"]["design"],
): Record<CommonColumn<"answers">, Cell> & ExportRow {
  const { kind, value, gold, optionNames, confidence } = row;
  const { exclusions, who } = person;
  return {
    participant: row.number,
    position: row.position,
    case: row.key,
    case_version: row.version,
    track: row.track,
    variation: row.variation,
    arm: formatArmName(design, person.arm ?? findArmOfCase(design, row)),
    stratum: row.stratum,
    repeats: row.repeats,
    ...writeCells(serverKindOf(kind).columns.answers, {
      ...value,
      confidence,
      layout: row.optionOrder,
      optionNames,
      gold,
      noted: row.noted,
    }),
    reason: row.reason,
    knows_work: nullable(row.knows),
    flagged: Number(row.isFlagged),
    cannot_read: Number(row.cannotRead),
    active_ms: row.activeMs,
    first_answer_ms: row.firstMs,
    focus_losses: row.focusLosses,
    unfolded: nullable(row.unfolded),
    changes: row.changes,
    passage_report: row.report,
    passage_report_words: row.reportWords,
    saved_after_ms: row.savedAfterMs,
    from_draft: Number(row.fromDraft),
    excluded: Number(exclusions.length > 0),
    simulated: Number(who === "simulated"),
  };
}
