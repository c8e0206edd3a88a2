import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { readFrame } from "#lib/study-results/rows/frame-queries.ts";
import { rowsOfKind, type ServedByKind } from "#lib/study-results/kinds/rows-of-kind.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { StudyFacts } from "#lib/study-results/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

export type RowsByKind = ReadonlyMap<KindName, StudyRows>;

/** A study of one kind is the whole. `known`: as it was when the runs and the frame were the same. */
export async function partByKind(rows: StudyRows, known?: RowsByKind): Promise<RowsByKind> {
  if (rows.kinds.length === 1) return new Map([[rows.kind, rows]]);
  const served = await countServedByKind(rows.study.id);
  const parts = new Map<KindName, StudyRows>();
  for (const kind of rows.kinds) {
    const before = known?.get(kind);
    const part = rowsOfKind(rows, kind, { served, frame: before?.frame ?? null });
    parts.set(
      kind,
      before ? part : { ...part, frame: await readFrame(framedBy(part), part.tracks, part.cases) },
    );
  }
  return parts;
}

/** The frame without the tracks of other kinds. */
function framedBy({ study, tracks }: StudyRows): StudyFacts {
  const { frame } = study.design;
  const own = frame.tracks.filter((name) => tracks.some((track) => track.name === name));
  return { ...study, design: { ...study.design, frame: { ...frame, tracks: own } } };
}

/** In SQL: Prisma can't count by another table's column. */
async function countServedByKind(studyId: SeenStudyId): Promise<ServedByKind> {
  const rows = await db.$queryRaw<{ sittingId: string; kind: KindName; cases: number }[]>`
    SELECT s.id AS "sittingId", k.kind::text, count(*)::int AS cases
    FROM sittings s JOIN served_cases v ON v.sitting_id = s.id
      JOIN study_cases c ON c.id = v.study_case_id AND c.stratum NOT IN ('attention', 'practice')
      JOIN case_versions cv ON cv.id = c.case_version_id JOIN cases k ON k.id = cv.case_id
    WHERE s.study_id = ${studyId}::uuid AND s.state IN ('started', 'submitted') AND v.repeats IS NULL
    GROUP BY s.id, k.kind`;
  const served = new Map<string, Map<KindName, number>>();
  for (const { sittingId, kind, cases } of rows)
    served.set(sittingId, (served.get(sittingId) ?? new Map<KindName, number>()).set(kind, cases));
  return served;
}
