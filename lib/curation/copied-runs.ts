import { reserveIds, type BulkClient } from "#lib/bulk/copy.ts";
import { copiedAtOnce, type CopiedVersions } from "#lib/curation/copied-cases.ts";
import { markFilters } from "#lib/model-runs/stored-runs.ts";

/** What a run keeps in the new benchmark. When it was added there is said anew. */
export const runColumns = [
  "model",
  "method",
  "version",
  "notes",
  "is_demo",
  "is_filter",
  "is_fake",
  "base",
  "has_reasoning",
  "instructions",
  "context",
  "tools",
  "option_order",
  "ran_at",
  "replicate",
] as const;
/** What models answered, and how that was scored, since what is right stays the same. */
export const predictionColumns = [
  "failed",
  "repaired",
  "choice",
  "probabilities",
  "score",
  "traits",
  "correct",
  "rank",
  "above",
  "tied",
  "confidence",
  "squared_error",
  "bin",
] as const;
export const responseColumns = ["text", "cost", "tokens"] as const;

const answered = [
  ["predictions", predictionColumns],
  ["model_responses", responseColumns],
] as const;

/** sha256 over the hash of each case and what a run said of it, over predictions p of versions v. */
export const saidDigest = `sha256(string_agg(
  v.hash || convert_to(concat_ws(' ', p.failed, p.choice, p.probabilities, p.score, p.traits), 'UTF8'), '\\x0a'::bytea ORDER BY v.hash, v.id))`;

/** Every run that answered to one of the copied cases, with what it answered to them; those that filtered are marked. */
export async function copyRuns(
  client: BulkClient,
  { from, to }: { from: number; to: number },
  versions: CopiedVersions,
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    "SELECT id FROM model_runs WHERE benchmark_id = $1 ORDER BY id",
    [from],
  );
  const olds = rows.map(({ id }) => id);
  const news = await reserveIds(client, "model_runs", olds.length);
  await client.query(
    `INSERT INTO model_runs (id, benchmark_id, ${runColumns.join(", ")})
     SELECT k.new, $1, ${runColumns.map((column) => `r.${column}`).join(", ")}
     FROM unnest($2::int[], $3::int[]) AS k (old, new) JOIN model_runs r ON r.id = k.old`,
    [to, olds, news],
  );
  for (let start = 0; start < versions.from.length; start += copiedAtOnce) {
    const part = [versions.from, versions.to].map((all) => all.slice(start, start + copiedAtOnce));
    for (const [table, columns] of answered)
      await client.query(
        `INSERT INTO ${table} (run_id, case_version_id, ${columns.join(", ")})
         SELECT r.new, k.new, ${columns.map((column) => `p.${column}`).join(", ")}
         FROM unnest($3::int[], $4::int[]) AS k (old, new) JOIN ${table} p ON p.case_version_id = k.old
           JOIN unnest($1::int[], $2::int[]) AS r (old, new) ON r.old = p.run_id`,
        [olds, news, ...part],
      );
  }
  await storeFindings(client, to);
  await client.query(
    `DELETE FROM model_runs r WHERE benchmark_id = $1
       AND NOT EXISTS (SELECT FROM model_run_tracks t WHERE t.run_id = r.id)`,
    [to],
  );
  await markFilters(client, to);
}

/**
 * As if what was copied had been imported. Its digest is over what was copied, so a file of the whole run that is
 * imported later isn't taken for the same.
 */
async function storeFindings(client: BulkClient, benchmarkId: number): Promise<void> {
  await client.query(
    `INSERT INTO model_run_tracks (run_id, track_id, rows, matched, repaired, failed, unmatched, missing, digest)
     SELECT p.run_id, c.track_id, count(*), count(*), count(*) FILTER (WHERE p.repaired), count(*) FILTER (WHERE p.failed),
       0, (SELECT count(*) FROM cases o WHERE o.track_id = c.track_id) - count(*),
       ${saidDigest}
     FROM predictions p JOIN case_versions v ON v.id = p.case_version_id JOIN cases c ON c.id = v.case_id
     WHERE p.run_id IN (SELECT id FROM model_runs WHERE benchmark_id = $1)
     GROUP BY p.run_id, c.track_id`,
    [benchmarkId],
  );
}
