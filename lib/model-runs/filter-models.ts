import { filterStages, type FilterStage } from "#lib/benchmarks/lineage/schema.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { isSameModel } from "#lib/studies/schema.ts";

/** A model that filtered the benchmark's cases, by which stage of its lineage. */
export type FilterModel = { model: string; stage: FilterStage };

/** Over the benchmark's own stages and those of what it was made of; $1 is the benchmark. */
export const filterModelsSql = `
  WITH RECURSIVE chain AS (
    SELECT l.* FROM benchmark_lineages l WHERE l.benchmark_id = $1
    UNION ALL
    SELECT l.* FROM chain JOIN benchmark_lineages l ON l.benchmark_id = chain.parent_benchmark_id
  )
  SELECT DISTINCT m ->> 'model' AS model, s ->> 'stage' AS stage
  FROM chain, jsonb_array_elements(chain.stages) AS s, jsonb_array_elements(s -> 'models') AS m
  WHERE s ->> 'stage' IN (${filterStages.map((stage) => `'${stage}'`).join(", ")})`;

export const findFilter = (models: readonly FilterModel[], model: string): FilterModel | null =>
  models.find((one) => isSameModel(one, { model })) ?? null;

/** Marks the runs of every model that filtered, whatever its method and version: they fail where it failed. */
export async function markFilters(client: BulkClient, benchmarkId: number): Promise<void> {
  const filters = await client.query<FilterModel>(filterModelsSql, [benchmarkId]);
  if (filters.rows.length === 0) return;
  const runs = await client.query<{ id: number; model: string }>(
    "SELECT id, model FROM model_runs WHERE benchmark_id = $1 AND NOT is_filter",
    [benchmarkId],
  );
  const marked = runs.rows.filter(({ model }) => findFilter(filters.rows, model) !== null);
  await client.query("UPDATE model_runs SET is_filter = true WHERE id = ANY ($1::int[])", [
    marked.map(({ id }) => id),
  ]);
}
