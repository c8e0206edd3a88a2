import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { lineageStages, type Lineage } from "#lib/benchmarks/lineage/schema.ts";
import { db } from "#lib/db.ts";

type Row = {
  slug: string;
  name: string;
  parentSlug: string;
  parentName: string;
  stages: unknown;
  digest: Uint8Array;
  madeAt: Date;
};

/** The whole chain, its first link first; null where nobody made the benchmark of another. In SQL: Prisma follows no chain. */
export async function getLineage(_admin: Viewer<"admin">, benchmarkId: number): Promise<Lineage | null> {
  const rows = await db.$queryRaw<Row[]>`
    WITH RECURSIVE chain AS (
      SELECT l.*, 1 AS back FROM benchmark_lineages l WHERE l.benchmark_id = ${benchmarkId}
      UNION ALL
      SELECT l.*, chain.back + 1 FROM chain JOIN benchmark_lineages l ON l.benchmark_id = chain.parent_benchmark_id
    )
    SELECT b.slug, b.name, p.slug AS "parentSlug", p.name AS "parentName", chain.stages, chain.digest,
      chain.created_at AS "madeAt"
    FROM chain JOIN benchmarks b ON b.id = chain.benchmark_id JOIN benchmarks p ON p.id = chain.parent_benchmark_id
    ORDER BY chain.back DESC`;
  if (rows.length === 0) return null;
  return rows.map(({ slug, name, parentSlug, parentName, stages, digest, madeAt }) => ({
    benchmark: { slug, name },
    parent: { slug: parentSlug, name: parentName },
    stages: lineageStages.parse(stages),
    digest: Buffer.from(digest).toString("hex"),
    madeAt,
  }));
}
