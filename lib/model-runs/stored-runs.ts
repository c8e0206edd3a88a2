import { filtersSql, type FilterStage } from "#lib/benchmarks/lineage/schema.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { PredictionRows, type RunTrack } from "#lib/model-runs/run-track.ts";
import { isSameModel, type RunMakers, type RunName } from "#lib/studies/schema.ts";
import { type Filter, hasFiltered } from "#lib/studies/selectors/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

export async function findRun(
  client: BulkClient,
  benchmarkId: number,
  { model, method, version }: RunName,
): Promise<number | null> {
  const { rows } = await client.query<{ id: number }>(
    "SELECT id FROM model_runs WHERE benchmark_id = $1 AND model = $2 AND method = $3 AND version = $4",
    [benchmarkId, model, method, version],
  );
  return rows[0]?.id ?? null;
}

/** How many results a run has on a track beside those of these cases. */
export async function countOthers(
  client: BulkClient,
  benchmarkId: number,
  { model, method, version }: RunName,
  { track, cases }: { track: string; cases: readonly string[] },
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM predictions p
       JOIN model_runs r ON r.id = p.run_id
       JOIN case_versions v ON v.id = p.case_version_id AND v.retired_at IS NULL
       JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
     WHERE r.benchmark_id = $1 AND r.model = $2 AND r.method = $3 AND r.version = $4
       AND t.name = $5 AND NOT c.key = ANY ($6)`,
    [benchmarkId, model, method, version, track, cases],
  );
  return rows[0]?.count ?? 0;
}

type RunFacts = { benchmarkId: number; ranAt: string | null; replicate: number | null; isDemo: boolean };

/** A run under a number that was reserved for it, or one that is there; marked where its model filtered the cases. */
export async function storeModelRun(
  client: BulkClient,
  id: number,
  { model, method, version }: RunName,
  { benchmarkId, ranAt, replicate, isDemo }: RunFacts,
): Promise<void> {
  await client.query(
    `INSERT INTO model_runs (id, benchmark_id, model, method, version, ran_at, replicate, is_demo)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (id) DO UPDATE SET ran_at = coalesce(excluded.ran_at, model_runs.ran_at),
       replicate = coalesce(excluded.replicate, model_runs.replicate)`,
    [id, benchmarkId, model, method, version, ranAt, replicate, isDemo],
  );
  await markFilters(client, benchmarkId);
}

/** For good: what a program made up or people decided is in no ranking, whatever is stored of it later. */
export async function markMakers(
  client: BulkClient,
  runId: number,
  { isFake, isPeople }: RunMakers,
): Promise<void> {
  await client.query(
    "UPDATE model_runs SET is_fake = is_fake OR $2, is_people = is_people OR $3 WHERE id = $1",
    [runId, isFake, isPeople],
  );
}

export async function readReplicate(client: BulkClient, runId: number): Promise<number | null> {
  const { rows } = await client.query<{ replicate: number | null }>(
    "SELECT replicate FROM model_runs WHERE id = $1",
    [runId],
  );
  return rows[0]?.replicate ?? null;
}

/** Makes room for a run's results on a track: they are stored whole, in place of what was there. */
export async function clearRunTrack(client: BulkClient, runId: number, trackId: number): Promise<void> {
  for (const table of ["predictions", "model_responses"]) {
    await client.query(
      `DELETE FROM ${table} USING case_versions v, cases c
       WHERE ${table}.run_id = $1 AND v.id = ${table}.case_version_id AND v.retired_at IS NULL
         AND c.id = v.case_id AND c.track_id = $2`,
      [runId, trackId],
    );
  }
}

export async function readDigest(client: BulkClient, runId: number, trackId: number): Promise<Buffer | null> {
  const { rows } = await client.query<{ digest: Buffer | null }>(
    "SELECT digest FROM model_run_tracks WHERE run_id = $1 AND track_id = $2",
    [runId, trackId],
  );
  return rows[0]?.digest ?? null;
}

export async function storeFindings(
  client: BulkClient,
  runId: number,
  runTrack: RunTrack,
  digest: Buffer,
): Promise<void> {
  const { rows, matched, repaired, normalised, failed, resDiffers, unmatched } = runTrack.found;
  await client.query(
    `INSERT INTO model_run_tracks
       (run_id, track_id, rows, matched, repaired, normalised, failed, res_differs, unmatched, missing, digest)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (run_id, track_id) DO UPDATE SET rows = excluded.rows, matched = excluded.matched,
       repaired = excluded.repaired, normalised = excluded.normalised, failed = excluded.failed,
       res_differs = excluded.res_differs, unmatched = excluded.unmatched, missing = excluded.missing,
       digest = excluded.digest, imported_at = now()`,
    [
      runId,
      runTrack.track.id,
      rows,
      matched,
      repaired,
      normalised,
      failed,
      resDiffers,
      unmatched,
      runTrack.missing,
      digest,
    ],
  );
}

/** A model that filtered the benchmark's cases, by which stage of its lineage. */
export type FilterModel = { model: string; stage: FilterStage };

/** Those that a lineage names, over the whole chain; $1 is the benchmark. */
export const filterModelsSql = `
  SELECT DISTINCT found ->> 'model' AS model, found ->> 'way' AS stage
  FROM jsonb_array_elements(${filtersSql("$1::int")}) AS found WHERE found ->> 'way' <> 'marked'`;

export const findFilter = (models: readonly FilterModel[], model: string): FilterModel | null =>
  models.find((one) => isSameModel(one, { model })) ?? null;

/** Marks the runs that filtered, and every other of the models that the lineage names: they fail where these failed. */
export async function markFilters(client: BulkClient, benchmarkId: number): Promise<void> {
  const { rows } = await client.query<{ filters: Filter[] }>(`SELECT ${filtersSql("$1::int")} AS filters`, [
    benchmarkId,
  ]);
  const filters = rows[0]?.filters ?? [];
  if (filters.length === 0) return;
  const runs = await client.query<RunName & { id: number }>(
    "SELECT id, model, method, version FROM model_runs WHERE benchmark_id = $1 AND NOT is_filter",
    [benchmarkId],
  );
  const marked = runs.rows.filter((run) => hasFiltered(run, filters));
  await client.query("UPDATE model_runs SET is_filter = true WHERE id = ANY ($1::int[])", [
    marked.map(({ id }) => id),
  ]);
}

type PredictionRow = {
  run_id: number;
  case_version_id: number;
  kind: KindName;
  gold: number | null;
  failed: boolean;
  repaired: boolean;
  choice: number | null;
  probabilities: number[] | null;
  score: number | null;
  traits: number[] | null;
};

const versionsPerBatch = 500;

/**
 * A model that answered to the same prompt with the same options has answered to the new version too: only
 * what counts as right may have changed, so its answers are scored again.
 */
export async function carryPredictions(
  client: BulkClient,
  replaced: readonly { from: number; to: number }[],
): Promise<number> {
  let carried = 0;
  for (let start = 0; start < replaced.length; start += versionsPerBatch) {
    const batch = replaced.slice(start, start + versionsPerBatch);
    const pairs = [batch.map(({ from }) => from), batch.map(({ to }) => to)];
    const { rows } = await client.query<PredictionRow>(
      `SELECT p.run_id, pair.new AS case_version_id, c.kind, g.choice AS gold, p.failed, p.repaired, p.choice, p.probabilities, p.score, p.traits
       FROM unnest($1::int[], $2::int[]) AS pair (old, new)
         JOIN predictions p ON p.case_version_id = pair.old
         JOIN case_versions v ON v.id = pair.new JOIN cases c ON c.id = v.case_id
         LEFT JOIN case_golds g ON g.case_version_id = pair.new`,
      pairs,
    );
    const predictions = new PredictionRows();
    for (const row of rows) {
      const { run_id: runId, case_version_id: caseVersionId, ...answer } = row;
      predictions.add({ ...answer, runId, caseVersionId, probabilities: row.probabilities ?? [] });
    }
    await predictions.copy(client);
    await client.query(
      `INSERT INTO model_responses (run_id, case_version_id, text, cost, tokens)
       SELECT r.run_id, pair.new, r.text, r.cost, r.tokens
       FROM unnest($1::int[], $2::int[]) AS pair (old, new) JOIN model_responses r ON r.case_version_id = pair.old`,
      pairs,
    );
    carried += rows.length;
  }
  return carried;
}
