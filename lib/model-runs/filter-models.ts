import { filtersSql, type FilterStage } from "#lib/benchmarks/lineage/schema.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { isSameModel } from "#lib/studies/schema.ts";

/** A model that filtered the benchmark's cases, by which stage of its lineage. */
export type FilterModel = { model: string; stage: FilterStage };

/** Those that a lineage names, over the whole chain; $1 is the benchmark. */
export const filterModelsSql = `
  SELECT DISTINCT found ->> 'model' AS model, found ->> 'way' AS stage
  FROM jsonb_array_elements(${filtersSql("$1::int")}) AS found WHERE found ->> 'way' <> 'marked'`;

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
