import type { BulkClient } from "#lib/bulk/copy.ts";
import type { StoredCase } from "#lib/benchmarks/case-files/import-plan.ts";
import { languageOf } from "#lib/files/sniff.ts";
import type { Declared } from "#lib/benchmarks/schema.ts";
import type { TrackSurvey } from "#lib/benchmarks/case-files/survey.ts";

/** The cases of a track as they stand now, in their order. */
export async function listStoredCases(client: BulkClient, trackId: number): Promise<StoredCase[]> {
  const { rows } = await client.query<StoredCase>(
    `SELECT c.id AS "caseId", v.id AS "versionId", v.number, c.key, c.position, encode(v.hash, 'base64') AS hash
     FROM cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
     WHERE c.track_id = $1 ORDER BY c.position, c.id`,
    [trackId],
  );
  return rows;
}

export type Asked = { promptHash: Buffer; optionNames: readonly string[] };

/** What models were asked in each of these versions. */
export async function readAsked(
  client: BulkClient,
  versionIds: readonly number[],
): Promise<Map<number, Asked>> {
  const { rows } = await client.query<Asked & { id: number }>(
    `SELECT id, prompt_hash AS "promptHash", option_names AS "optionNames" FROM case_versions WHERE id = ANY($1)`,
    [versionIds],
  );
  return new Map(rows.map(({ id, ...asked }) => [id, asked]));
}

/**
 * The track of that name; made, or given the language that somebody chose for it, where that is asked for. What its options
 * are is told or guessed of a new one alone: of one that is there somebody may have declared it.
 */
export async function openTrack(
  client: BulkClient,
  benchmarkId: number,
  name: string,
  survey: Pick<TrackSurvey, "language" | "declared" | "sample" | "offered">,
  storing: boolean,
): Promise<{ id: number | null; language: string; languageChanged: boolean; declared: Declared }> {
  const { rows } = await client.query<{ id: number; language: string } & Declared>(
    `SELECT id, language, categories, coalesce(category_names, '{}') AS "categoryNames" FROM tracks
     WHERE benchmark_id = $1 AND name = $2`,
    [benchmarkId, name],
  );
  const [there] = rows;
  const { categories, categoryNames } = there ?? survey.declared ?? survey.offered.guess();
  const declared = { categories, categoryNames };
  const languageChanged =
    there !== undefined && survey.language !== null && survey.language !== there.language;
  const language = survey.language ?? there?.language ?? languageOf(survey.sample);
  if (!storing) return { id: there?.id ?? null, language, languageChanged, declared };
  if (there) {
    if (languageChanged)
      await client.query("UPDATE tracks SET language = $2 WHERE id = $1", [there.id, survey.language]);
    return { id: there.id, language, languageChanged, declared };
  }
  const made = await client.query<{ id: number }>(
    `INSERT INTO tracks (benchmark_id, name, language, categories, category_names, position)
     SELECT $1, $2, $3, $4, $5, coalesce(max(position), 0) + 1 FROM tracks WHERE benchmark_id = $1 RETURNING id`,
    [benchmarkId, name, language, categories, categoryNames],
  );
  return { id: made.rows[0]?.id ?? null, language, languageChanged: false, declared };
}
