import "server-only";
import { randomUUID } from "node:crypto";
import { recordBulkEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { StageRecord } from "#lib/benchmarks/lineage/schema.ts";
import { freeSlug, slugFrom } from "#lib/benchmarks/schema.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { inBulkTransaction, lockBenchmark } from "#lib/bulk/transaction.ts";
import { hashOf, writeCanonical } from "#lib/canonical.ts";
import { copyCases } from "#lib/curation/copied-cases.ts";
import { copyRuns } from "#lib/curation/copied-runs.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

type Admin = Viewer<"admin">;

export type NewBenchmark = {
  parent: { id: number; slug: string };
  name: string;
};

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
  { parent, name }: NewBenchmark,
  choose: (client: BulkClient) => Promise<Result<Choice, E>>,
  signal?: AbortSignal,
): Promise<Result<CreatedBenchmark, E | "name_taken">> {
  return inBulkTransaction<Result<CreatedBenchmark, E | "name_taken">>(
    async (client) => {
      await lockBenchmark(client, parent.id);
      if (await isTaken(client, name)) return fail("name_taken");
      const chosen = await choose(client);
      if (!chosen.ok) return chosen;
      const { description, versions, stages, along } = chosen.value;
      const id = await begin(client, { name, description });
      await storeLineage(client, { id, parent: parent.id, stages });
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
      ...(signal && { signal }),
      keep: ({ ok }) => ok,
      fills: ["cases", "case_versions", "case_search_texts", "case_golds", "predictions"],
    },
  );
}

/** By name or by address, as imports by name find it. */
async function isTaken(client: BulkClient, name: string): Promise<boolean> {
  const { rows } = await client.query("SELECT FROM benchmarks WHERE name = $1 OR slug = $1 LIMIT 1", [name]);
  return rows.length > 0;
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

/** Under an address that nobody else wants: its own is given at the end, so that no other new benchmark waits for the copying. */
async function begin(client: BulkClient, about: { name: string; description: string }): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    "INSERT INTO benchmarks (slug, name, description) VALUES ($1, $2, $3) RETURNING id",
    [randomUUID(), about.name, about.description],
  );
  return rows[0]?.id ?? 0;
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

type Lineage = { id: number; parent: number; stages: readonly StageRecord[] };

async function storeLineage(client: BulkClient, { id, parent, stages }: Lineage): Promise<void> {
  await client.query(
    `INSERT INTO benchmark_lineages (benchmark_id, parent_benchmark_id, stages, digest)
     VALUES ($1, $2, $3::jsonb, decode($4, 'hex'))`,
    [id, parent, JSON.stringify(stages), hashOf(writeCanonical(stages))],
  );
}
