import type { ReviewSettings } from "#lib/reviews/plan/schema.ts";
import { kindsWithRight } from "#lib/task-kinds/server-registry.ts";

/** A case that is an item, as long as the review opens now. */
export type SourceCase = { versionId: number; version: number; hash: string; key: string; track: string };
type Source = { benchmarkId: number | null; studyId: string | null };
export type SourceFilter = Pick<ReviewSettings, "tracks" | "agreement">;
type Question = { name: string; text: string; values: readonly unknown[] };

const columns = `v.id AS "versionId", v.number AS version, encode(v.hash, 'hex') AS hash, c.key, t.name AS track`;
const cases = `tracks t JOIN cases c ON c.track_id = t.id
  JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL`;
const wantedTracks = "($2::text[] IS NULL OR t.name = ANY ($2))";
const inOrder = "ORDER BY t.position, c.position, c.id";

/** Simulated people's answers are asked where no real person handed in. */
const answered = `s.study_id = $1 AND s.state = 'submitted' AND s.excluded_at IS NULL
  AND s.is_simulated = NOT EXISTS (SELECT FROM sittings WHERE study_id = $1 AND state = 'submitted' AND NOT is_simulated)`;

/**
 * What stands in the rule of the manifest, asked inside an opening as well as before: the benchmark's cases as they are
 * now, or those of a study on which people agree against what is held to be right.
 */
export const sourceQuestion = (
  { benchmarkId, studyId }: Source,
  { tracks, agreement }: SourceFilter,
): Question =>
  studyId === null
    ? {
        name: "review source",
        text: `SELECT ${columns} FROM ${cases} WHERE t.benchmark_id = $1 AND ${wantedTracks} ${inOrder}`,
        values: [benchmarkId, tracks],
      }
    : {
        name: "review source study",
        text: `WITH votes AS (
            SELECT sc.case_version_id AS id, a.decision, count(*) AS votes
            FROM sittings s JOIN served_cases sv ON sv.sitting_id = s.id AND sv.repeats IS NULL
              JOIN study_cases sc ON sc.id = sv.study_case_id AND sc.stratum NOT IN ('practice', 'attention')
              JOIN answers a ON a.sitting_id = sv.sitting_id AND a.position = sv.position
            WHERE ${answered} AND a.decision IS NOT NULL AND NOT a.cannot_read GROUP BY 1, 2
          ), against AS (
            SELECT votes.id, sum(votes) AS people,
              coalesce(max(votes) FILTER (WHERE decision <> g.choice::text), 0) AS other,
              coalesce(max(votes) FILTER (WHERE decision = g.choice::text), 0) AS gold
            FROM votes JOIN case_golds g ON g.case_version_id = votes.id AND g.choice IS NOT NULL GROUP BY 1
          )
          SELECT ${columns} FROM ${cases} JOIN against ON against.id = v.id
          WHERE ${wantedTracks} AND c.kind::text = ANY ($3) AND people >= $4 AND other >= $5 * people AND other > gold
          ${inOrder}`,
        values: [studyId, tracks, kindsWithRight, agreement.people, agreement.share],
      };
