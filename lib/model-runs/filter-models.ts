import { filtersSql, type FilterStage } from "#lib/benchmarks/lineage/schema.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { isSameModel, type RunName } from "#lib/studies/schema.ts";
import { hasFiltered, type Filter } from "#lib/studies/selectors/schema.ts";

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
