import "server-only";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import type { CommonColumn } from "#lib/study-exports/columns.ts";
import { listPeopleRows, type PageRequest, type PageProblem } from "#lib/study-exports/people-pages.ts";
import type { ExportRow, RowsPage } from "#lib/study-exports/schema.ts";
import { nullable, writeCells, type Cell } from "#lib/task-kinds/exports.ts";
import type { Source } from "#lib/study-exports/source.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

type Row = {
  number: number;
  position: number;
  revision: number;
  key: string;
  variation: string | null;
  kind: KindName;
  track: string;
  stratum: string;
  value: unknown;
  afterMs: number | null;
  clientAfterMs: number | null;
  givenAfterMs: number | null;
  fromDraft: boolean;
};

const text = `
  SELECT p.number, r.position::int, r.revision, k.key, v.variation, k.kind::text, t.name AS track, c.stratum::text, r.value,
    round(extract(epoch FROM r.saved_at - i.started_at) * 1000)::float8 AS "afterMs",
    round(extract(epoch FROM r.client_at - i.started_at) * 1000)::float8 AS "clientAfterMs",
    round(extract(epoch FROM coalesce(r.given_at, r.saved_at) - i.started_at) * 1000)::float8 AS "givenAfterMs",
    r.from_draft AS "fromDraft"
  FROM unnest($1::uuid[], $2::int[]) AS p (id, number)
    JOIN sittings i ON i.id = p.id AND i.state IN ('started', 'submitted')
    JOIN answer_revisions r ON r.sitting_id = p.id
    JOIN served_cases s ON s.sitting_id = r.sitting_id AND s.position = r.position
    JOIN study_cases c ON c.id = s.study_case_id
    JOIN case_versions v ON v.id = c.case_version_id
    JOIN cases k ON k.id = v.case_id
    JOIN tracks t ON t.id = k.track_id
  WHERE (p.number, r.position, r.revision) > ($3::int, $4::int, $5::int)
  ORDER BY p.number, r.position, r.revision LIMIT $6`;

/** Every revision of every answer, by number, position and revision. */
export const listHistoryRows = (source: Source, asked: PageRequest): Promise<RowsPage | PageProblem> =>
  listPeopleRows<Row>(source, asked, {
    name: "export history",
    text,
    order: ["number", "position", "revision"],
    write: (row, { person }) => write(row, person, row.kind),
  });

function write(
  row: Row,
  { exclusions, who }: Source["rows"]["people"][number],
  kind: KindName,
): Record<CommonColumn<"history">, Cell> & ExportRow {
  const value = answerValue.parse(row.value);
  return {
    participant: row.number,
    position: row.position,
    case: row.key,
    track: row.track,
    variation: row.variation,
    stratum: row.stratum,
    revision: row.revision,
    ...writeCells(serverKindOf(kind).columns.history, value),
    reason: value.reason,
    knows_work: nullable(value.knowsWork),
    flagged: Number(value.isFlagged),
    cannot_read: Number(value.cannotRead),
    active_ms: value.activeMs,
    after_ms: row.afterMs,
    client_after_ms: row.clientAfterMs,
    given_after_ms: row.givenAfterMs,
    from_draft: Number(row.fromDraft),
    excluded: Number(exclusions.length > 0),
    simulated: Number(who === "simulated"),
  };
}
