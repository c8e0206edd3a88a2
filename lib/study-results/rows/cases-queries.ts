import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import type { CaseRow, TrackRow } from "#lib/study-results/rows/rows.ts";
import type { StudyFacts } from "#lib/study-results/schema.ts";
import { placeInArms, type ArmedDesign } from "#lib/study-results/arms/place.ts";
import { judgedPath, lengthOfJudged, notedKeys } from "#lib/task-kinds/server-registry.ts";

/** The tracks that the sample has cases of, in the order of the benchmark. In SQL: from its few cases up. */
export async function listTracks(studyId: SeenStudyId): Promise<TrackRow[]> {
  return db.$queryRaw<TrackRow[]>`
    SELECT t.name, t.language, t.categories::text, coalesce(t.category_names, '{}') AS "categoryNames" FROM tracks t WHERE t.id IN (
      SELECT k.track_id FROM study_cases c JOIN case_versions v ON v.id = c.case_version_id
        JOIN cases k ON k.id = v.case_id
      WHERE c.study_id = ${studyId}::uuid AND c.stratum <> 'practice')
    ORDER BY t.position`;
}

type Report = CaseRow["report"] & object;

/** Every case of the sample but practice. What is known of them already stays as it was frozen; reports come and go. */
export async function listCases(
  { id: studyId, design }: Pick<StudyFacts, "id"> & { design: ArmedDesign },
  known: readonly CaseRow[] | null,
): Promise<CaseRow[]> {
  const [cases, reports] = await Promise.all([known ?? readCases(studyId, design), readReports(studyId)]);
  return cases.map((row) => ({
    ...row,
    report: reports.get(row.id) ?? reports.get(row.ratedAs ?? -1) ?? null,
  }));
}

type StoredAlone = { variation: string | null; judged: readonly string[] | null; trackName: string };

/** In SQL: Prisma has no ranks. */
async function readCases(studyId: SeenStudyId, design: ArmedDesign): Promise<CaseRow[]> {
  const found = await db.$queryRaw<(CaseRow & StoredAlone)[]>`
    SELECT c.id, c.case_version_id AS "versionId", v.number::int AS version, k.key, v.variation, k.kind::text, c.stratum::text, k.source,
      v.group_name AS "group", v.attributes, v.overlap, (dense_rank() OVER (ORDER BY t.position))::int - 1 AS track, t.name AS "trackName", v.option_names AS "optionNames",
      g.choice::int AS gold, v.content -> (${notedKeys}::jsonb ->> k.kind::text) AS noted,
      jsonb_path_query_array(v.content, ${judgedPath}::jsonpath) AS judged, v.answer_length AS "answerLength", NULL AS report
    FROM study_cases c JOIN case_versions v ON v.id = c.case_version_id
      JOIN cases k ON k.id = v.case_id JOIN tracks t ON t.id = k.track_id
      LEFT JOIN case_golds g ON g.case_version_id = v.id
    WHERE c.study_id = ${studyId}::uuid AND c.stratum <> 'practice'
    ORDER BY t.position, k.position, k.key, v.variation NULLS FIRST`;
  const ratedAs = findStandIns(found, design.sample);
  return found.map(({ trackName: _trackName, judged, ...row }) => {
    const standIn = ratedAs.get(row.id);
    const placed = placeInArms({ ...row, judgedLength: lengthOfJudged(judged) }, design);
    return { ...placed, ...(standIn !== undefined && { ratedAs: standIn }) };
  });
}

/** By the id of a case that the plan has rated by another, the id of that one. */
function findStandIns(
  cases: readonly (Pick<CaseRow, "id" | "key"> & { trackName: string })[],
  { ratedOnce = [] }: ArmedDesign["sample"],
): Map<number, number> {
  const nameOf = (track: string, key: string) => JSON.stringify([track, key]);
  const ids = new Map(cases.map(({ id, key, trackName }) => [nameOf(trackName, key), id]));
  return new Map(
    ratedOnce.flatMap(({ track, key, for: others }) => {
      const standIn = ids.get(nameOf(track, key));
      return others.flatMap((other): [number, number][] => {
        const id = ids.get(nameOf(track, other));
        return id === undefined || standIn === undefined ? [] : [[id, standIn]];
      });
    }),
  );
}

async function readReports(studyId: SeenStudyId): Promise<Map<number, Report>> {
  const open = await db.caseReport.findMany({
    where: { studyId, withdrawnAt: null },
    select: { studyCaseId: true, reason: true, reportedAt: true, reportedBy: { select: { name: true } } },
  });
  return new Map(
    open.map(({ studyCaseId, reason, reportedAt: at, reportedBy }) => [
      studyCaseId,
      { reason, at, by: reportedBy?.name ?? null },
    ]),
  );
}
