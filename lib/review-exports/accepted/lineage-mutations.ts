import "server-only";
import { recordBulkEvent } from "#lib/audit/mutations.ts";
import type { SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { LineageStage } from "#lib/benchmarks/schema.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { JobFailure } from "#lib/jobs/handler.ts";
import { hashOf, writeCanonical } from "#lib/canonical.ts";

type Lineage = { benchmark: { id: number; slug: string }; parent: string; stages: readonly LineageStage[] };

/** In the transaction that stores the cases: there are none without their lineage. */
export async function storeLineage(
  client: BulkClient,
  viewer: Viewer<"admin">,
  review: SeenReviewId,
  { benchmark, parent, stages }: Lineage,
): Promise<void> {
  const written = writeCanonical(stages);
  const { rowCount } = await client.query(
    `INSERT INTO benchmark_lineages (benchmark_id, parent_benchmark_id, stages, digest)
     SELECT $1, id, $3::jsonb, decode($4, 'hex') FROM benchmarks WHERE slug = $2 ON CONFLICT DO NOTHING`,
    [benchmark.id, parent, JSON.stringify(stages), hashOf(written)],
  );
  // Two that began at once: all of the second is undone.
  if (rowCount === 0)
    throw new JobFailure("Nothing was stored: these cases have just been kept under this name.");
  const subject = { type: "review", id: review };
  await recordBulkEvent(client, viewer, "review.cases_kept", subject, { benchmark: benchmark.slug });
}
