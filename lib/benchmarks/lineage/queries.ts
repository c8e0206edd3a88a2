import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { describePool } from "#lib/benchmarks/lineage/pool-stages.ts";
import { keptStages, writtenLinks, type Lineage, type LineageLink } from "#lib/benchmarks/lineage/schema.ts";
import { hashOf, writeCanonical } from "#lib/canonical.ts";
import { db } from "#lib/db.ts";

type Row = {
  slug: string;
  name: string;
  parentId: number;
  parentSlug: string;
  parentName: string;
  stages: unknown;
  digest: Uint8Array;
  madeAt: Date;
};

/** The whole chain, its first link first, what was received before it; null where nothing is known of the making. In SQL: Prisma follows no chain. */
export async function getLineage(_admin: Viewer<"admin">, benchmarkId: number): Promise<Lineage | null> {
  const rows = await db.$queryRaw<Row[]>`
    WITH RECURSIVE chain AS (
      SELECT l.*, 1 AS back FROM benchmark_lineages l WHERE l.benchmark_id = ${benchmarkId}
      UNION ALL
      SELECT l.*, chain.back + 1 FROM chain JOIN benchmark_lineages l ON l.benchmark_id = chain.parent_benchmark_id
    )
    SELECT b.slug, b.name, p.id AS "parentId", p.slug AS "parentSlug", p.name AS "parentName", chain.stages, chain.digest,
      chain.created_at AS "madeAt"
    FROM chain JOIN benchmarks b ON b.id = chain.benchmark_id JOIN benchmarks p ON p.id = chain.parent_benchmark_id
    ORDER BY chain.back DESC`;
  const pool = await getPoolLink(rows[0]?.parentId ?? benchmarkId);
  const received = await listReceived([benchmarkId, ...rows.map(({ parentId }) => parentId)]);
  const links = rows.map(({ slug, name, parentSlug, parentName, stages, digest, madeAt }) => ({
    benchmark: { slug, name },
    parent: { slug: parentSlug, name: parentName },
    stages: keptStages.parse(stages),
    digest: Buffer.from(digest).toString("hex"),
    madeAt,
  }));
  const lineage = [...received, ...(pool ? [pool] : []), ...links];
  return lineage.length > 0 ? lineage : null;
}

/** What folders say that cases of these benchmarks came in by. */
async function listReceived(benchmarkIds: readonly number[]): Promise<LineageLink[]> {
  const found = await db.receivedLineage.findMany({
    where: { benchmarkId: { in: [...benchmarkIds] } },
    select: { links: true },
    orderBy: [{ createdAt: "asc" }, { digest: "asc" }],
  });
  return found.flatMap(({ links }) =>
    writtenLinks.parse(links).map(({ benchmark, madeOf, madeAt, stages, stagesSha256 }) => ({
      benchmark: { slug: benchmark, name: benchmark },
      parent: madeOf === null ? null : { slug: madeOf, name: madeOf },
      stages,
      digest: stagesSha256,
      madeAt: new Date(madeAt),
      isReceived: true,
    })),
  );
}

/** How the cases of the first benchmark were made, where that was here. */
async function getPoolLink(benchmarkId: number): Promise<LineageLink | null> {
  const found = await db.benchmarkPool.findUnique({
    where: { benchmarkId },
    include: { benchmark: { select: { slug: true, name: true } } },
  });
  if (!found) return null;
  const stages = describePool(found);
  const { benchmark, createdAt: madeAt } = found;
  return { benchmark, parent: null, stages, digest: hashOf(writeCanonical(stages)), madeAt };
}
