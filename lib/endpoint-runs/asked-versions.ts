import "server-only";
import { ask } from "#lib/db.ts";
import type { RunRequest } from "#lib/endpoint-runs/schema.ts";
import { fail, type Result, succeed } from "#lib/result.ts";
import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import { kindsForModels, kindsWithPrompt } from "#lib/task-kinds/server-registry.ts";

export type Scope = {
  benchmarkId: number;
  studyId: string | null;
  tracks: readonly string[];
  /** What a case holds is put into a text of one's own, in place of its own prompt. */
  isByTemplate: boolean;
  /** Of a trial: only these versions, which its seed drew from so many. */
  trial: { versions: readonly number[]; seed: number; of: number } | null;
};

const listed = (kinds: readonly string[]) => kinds.map((kind) => `'${kind}'`).join(", ");

/**
 * In SQL, of a version v of a case c: its kind is asked by prompts, it has one of its own, and that is what was kept. The
 * prompt of a case that an arm shows otherwise is still that of the case as it was.
 */
const hasPrompt = String.raw`c.kind IN (${listed(kindsWithPrompt)}) AND v.variation IS NULL
  AND v.prompt_hash = sha256(convert_to(replace(v.original, E'\r\n', E'\n'), 'UTF8'))`;

/** The same where it is asked by a template: it was taken apart, into what it may show. */
const hasContent = `c.kind IN (${listed(kindsWithPrompt)}) AND v.content IS NOT NULL AND v.form <> 'unparsed'`;

/** In SQL, with whether it is by a template. */
export const isAskable = (isByTemplate: string) =>
  `CASE WHEN ${isByTemplate} THEN ${hasContent} ELSE ${hasPrompt} END`;

/**
 * In SQL, of a version v of a case c: no study has it, here or as a copy in another benchmark. A draft has drawn nothing yet.
 */
export const isInNoStudy = `NOT EXISTS (SELECT FROM study_cases s JOIN case_versions x ON x.id = s.case_version_id
    WHERE x.case_id = c.id)
  AND NOT EXISTS (SELECT FROM study_cases s JOIN case_versions x ON x.id = s.case_version_id
    WHERE x.prompt_hash = v.prompt_hash)`;

/** In SQL, of a track t: it is among these, where any are named. */
const isOfTracks = (tracks: string) => `(cardinality(${tracks}::text[]) = 0 OR t.name = ANY (${tracks}))`;

/** In SQL, of a study's case s: it was served to be judged, not to try out or to check attention. */
export const wasJudged = "s.stratum NOT IN ('attention', 'practice')";

/**
 * In SQL: the versions that a run asks about, in their order. Of a study those that people were served, of a benchmark
 * those that are current, of a trial those of them that were drawn. A case can be asked about by the prompt that it holds, by a template if it was taken apart, or if its kind makes a question of what it shows.
 */
export const askedVersions = `
  SELECT v.id, v.original, c.kind, row_number() OVER (ORDER BY t.position, c.position, c.id, v.variation NULLS FIRST) - 1 AS position,
    (${isAskable("$4::boolean")} OR c.kind IN (${listed(kindsForModels.filter((kind) => !kindsWithPrompt.includes(kind)))})) AS is_asked
  FROM case_versions v JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
  WHERE t.benchmark_id = $1 AND ${isOfTracks("$3")}
    AND ($5::int[] IS NULL OR v.id = ANY ($5) AND ${isInNoStudy})
    AND CASE WHEN $2::uuid IS NULL THEN v.retired_at IS NULL
      ELSE EXISTS (SELECT FROM study_cases s WHERE s.study_id = $2 AND s.case_version_id = v.id
        AND ${wasJudged}) END`;

export const scopeValues = ({ benchmarkId, studyId, tracks, isByTemplate, trial }: Scope) => [
  benchmarkId,
  studyId,
  tracks,
  isByTemplate,
  trial && trial.versions,
];

type Candidate = { id: number; key: string; track: string; isFree: boolean; isAskable: boolean };

/** In SQL: every current case, with whether no study has it, and whether it can be asked by a prompt. */
const readCandidates = ({ benchmarkId, tracks, isByTemplate }: Scope) =>
  ask<Candidate>(
    "read_trial_candidates",
    `SELECT v.id, c.key, t.name AS track, ${isInNoStudy} AS "isFree", (${isAskable("$3::boolean")}) AS "isAskable"
     FROM case_versions v JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
     WHERE t.benchmark_id = $1 AND ${isOfTracks("$2")} AND v.retired_at IS NULL`,
    [benchmarkId, tracks, isByTemplate],
  );

/** What a trial asks about; null of a run. Where too few can be tried, it is said how many there are and why not more. */
export async function drawTrial(
  scope: Scope,
  trial: RunRequest["trial"],
): Promise<Result<Scope["trial"], "invalid">> {
  if (trial === null) return succeed(null);
  const { cases, seed } = trial;
  const all = await readCandidates(scope);
  const pool = all.filter((one) => one.isFree && one.isAskable);
  if (pool.length < cases) {
    const inStudies = all.filter((one) => !one.isFree).length;
    const unasked = all.length - inStudies - pool.length;
    const counts = { free: String(pool.length), inStudies: String(inStudies), unasked: String(unasked) };
    return fail("invalid", { trialCases: "few_cases", ...counts });
  }
  const drawn = orderBySeed(pool, seed, ({ track, key }) => `${track}\n${key}`).slice(0, cases);
  return succeed({ versions: drawn.map(({ id }) => id), seed, of: pool.length });
}
