import "server-only";
import { randomUUID } from "node:crypto";
import { recordBulkEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { StageRecord } from "#lib/benchmarks/lineage/schema.ts";
import { freeSlug, slugFrom } from "#lib/benchmarks/schema.ts";
import { type BulkClient, reserveIds } from "#lib/bulk/copy.ts";
import { inBulkTransaction, lockBenchmark } from "#lib/bulk/transaction.ts";
import { hashOf, writeCanonical } from "#lib/canonical.ts";
import { markFilters } from "#lib/model-runs/stored-runs.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

type Admin = Viewer<"admin">;

/** Which of the parent's cases go along, in the versions that were looked at, and by which stages. */
export type Choice = {
  description: string;
  versions: readonly number[];
  stages: readonly StageRecord[];
  /** What is stored with the new benchmark or not at all. */
  along?: (client: BulkClient, made: { id: number; slug: string }) => Promise<void>;
};

export type CreatedBenchmark = { benchmark: string; cases: number };

/**
 * A new benchmark of some of another's cases, with everything that models answered to them, the texts they can be asked
 * by, and where they come from: all of it or nothing. Chosen and copied in one transaction, in line with the imports into the parent; nobody sees the
 * benchmark before it is whole, and of two that want the same name the second is told so.
 */
export async function makeBenchmark<E extends string>(
  viewer: Admin,
  { parent, name }: { parent: { id: number; slug: string }; name: string },
  choose: (client: BulkClient) => Promise<Result<Choice, E>>,
): Promise<Result<CreatedBenchmark, E | "name_taken">> {
  return inBulkTransaction<Result<CreatedBenchmark, E | "name_taken">>(
    async (client) => {
      await lockBenchmark(client, parent.id);
      // By name or by address, as imports by name find it.
      const taken = await client.query("SELECT FROM benchmarks WHERE name = $1 OR slug = $1 LIMIT 1", [name]);
      if (taken.rows.length > 0) return fail("name_taken");
      const chosen = await choose(client);
      if (!chosen.ok) return chosen;
      const { description, versions, stages, along } = chosen.value;
      // Its own address is given at the end, so that no other new benchmark waits for the copying.
      const begun = await client.query<{ id: number }>(
        `INSERT INTO benchmarks (slug, name, description, is_demo)
         SELECT $1, $2, $3, is_demo FROM benchmarks WHERE id = $4 RETURNING id`,
        [randomUUID(), name, description, parent.id],
      );
      const id = begun.rows[0]?.id ?? 0;
      await client.query(
        `INSERT INTO benchmark_lineages (benchmark_id, parent_benchmark_id, stages, digest)
         VALUES ($1, $2, $3::jsonb, decode($4, 'hex'))`,
        [id, parent.id, JSON.stringify(stages), hashOf(writeCanonical(stages))],
      );
      await copyRuns(client, { from: parent.id, to: id }, await copyCases(client, id, versions));
      await copyTemplates(client, { from: parent.id, to: id });
      const slug = await giveAddress(client, id, name);
      if (slug === null) return fail("name_taken");
      const subject = { type: "benchmark", id: String(id) };
      const details = { name, slug, from: parent.slug, cases: versions.length };
      await recordBulkEvent(client, viewer, "benchmark.created", subject, details);
      await along?.(client, { id, slug });
      return succeed({ benchmark: slug, cases: versions.length });
    },
    {
      keep: ({ ok }) => ok,
      fills: ["cases", "case_versions", "case_search_texts", "case_golds", "predictions"],
    },
  );
}

/** The newest version of each prompt template, as the first of one of its name. */
async function copyTemplates(client: BulkClient, { from, to }: { from: number; to: number }): Promise<void> {
  await client.query(
    `WITH newest AS (
       SELECT DISTINCT ON (t.id) t.name, v.text, v.sha256, v.created_by_id
       FROM prompt_templates t JOIN prompt_template_versions v ON v.template_id = t.id
       WHERE t.benchmark_id = $1 ORDER BY t.id, v.number DESC
     ), made AS (
       INSERT INTO prompt_templates (benchmark_id, name) SELECT $2, name FROM newest RETURNING id, name
     )
     INSERT INTO prompt_template_versions (template_id, number, text, sha256, created_by_id)
     SELECT made.id, 1, newest.text, newest.sha256, newest.created_by_id FROM made JOIN newest USING (name)`,
    [from, to],
  );
}

async function giveAddress(client: BulkClient, id: number, name: string): Promise<string | null> {
  await client.query("SELECT pg_advisory_xact_lock(hashtext('benchmark slug'))");
  const { rows } = await client.query<{ slug: string; isTaken: boolean }>(
    `SELECT slug, name = $2 OR slug = $2 AS "isTaken" FROM benchmarks
     WHERE id <> $1 AND (name = $2 OR slug = $2 OR starts_with(slug, $3))`,
    [id, name, slugFrom(name)],
  );
  if (rows.some(({ isTaken: isSame }) => isSame)) return null;
  const slug = freeSlug(
    name,
    rows.map((one) => one.slug),
  );
  await client.query("UPDATE benchmarks SET slug = $2 WHERE id = $1", [id, slug]);
  return slug;
}

/** A version of a case, and the same in the new benchmark. */
export type CopiedVersions = { from: readonly number[]; to: readonly number[] };

export const copiedAtOnce = 5000;

/** What a new version has of the old one: all but which case it is of, which number it has and since when it is there. */
export const versionColumns = [
  "hash",
  "prompt_hash",
  "original",
  "form",
  "content",
  "option_names",
  "option_count",
  "answer_length",
  "group_name",
  "attributes",
  "overlap",
] as const;
export const caseColumns = ["key", "kind", "position", "source"] as const;
export const trackColumns = ["name", "language", "position", "categories", "category_names"] as const;

const of = (table: string, columns: readonly string[]) =>
  columns.map((column) => `${table}.${column}`).join(", ");

/** Each of these versions as the first of a case of the new benchmark, to the byte, on tracks like those it was on. */
export async function copyCases(
  client: BulkClient,
  benchmarkId: number,
  versions: readonly number[],
): Promise<CopiedVersions> {
  await client.query(
    `INSERT INTO tracks (benchmark_id, ${trackColumns.join(", ")})
     SELECT $1, ${of("t", trackColumns)} FROM tracks t WHERE t.id IN (
       SELECT c.track_id FROM case_versions v JOIN cases c ON c.id = v.case_id WHERE v.id = ANY ($2::int[]))`,
    [benchmarkId, versions],
  );
  const to = await reserveIds(client, "case_versions", versions.length);
  const cases = await reserveIds(client, "cases", versions.length);
  for (let start = 0; start < versions.length; start += copiedAtOnce) {
    const [olds, news, ids] = [versions, to, cases].map((all) => all.slice(start, start + copiedAtOnce));
    await client.query(
      `INSERT INTO cases (id, track_id, ${caseColumns.join(", ")})
       SELECT k.id, n.id, ${of("c", caseColumns)} FROM unnest($2::int[], $3::int[]) AS k (old, id)
         JOIN case_versions v ON v.id = k.old JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
         JOIN tracks n ON n.benchmark_id = $1 AND n.name = t.name`,
      [benchmarkId, olds, ids],
    );
    await client.query(
      `INSERT INTO case_versions (id, case_id, number, ${versionColumns.join(", ")})
       SELECT k.new, k.id, 1, ${of("v", versionColumns)}
       FROM unnest($1::int[], $2::int[], $3::int[]) AS k (old, new, id) JOIN case_versions v ON v.id = k.old`,
      [olds, news, ids],
    );
    for (const [table, column] of [
      ["case_golds", "choice"],
      ["case_search_texts", "text"],
    ] as const)
      await client.query(
        `INSERT INTO ${table} (case_version_id, ${column})
         SELECT k.new, o.${column} FROM unnest($1::int[], $2::int[]) AS k (old, new)
           JOIN ${table} o ON o.case_version_id = k.old`,
        [olds, news],
      );
  }
  return { from: versions, to };
}

/** What a run keeps in the new benchmark. When it was added there is said anew. */
export const runColumns = [
  "model",
  "method",
  "version",
  "notes",
  "is_demo",
  "is_filter",
  "is_fake",
  "is_people",
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
