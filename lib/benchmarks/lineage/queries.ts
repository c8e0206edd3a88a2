import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import {
  keptStages,
  writtenLinks,
  type Lineage,
  type LineageLink,
  type DistractorsStage,
  type LengthStage,
  type PoolStage,
} from "#lib/benchmarks/lineage/schema.ts";
import { hashOf, writeCanonical } from "#lib/canonical.ts";
import { db } from "#lib/db.ts";
import {
  keptFiles,
  poolReport,
  poolSettings,
  type PoolReport,
  type StageName,
} from "#lib/benchmarks/lineage/pool-schema.ts";

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

/** What is stored with a benchmark that was made of a pool, as the stages that its cases went through. */
function describePool(
  stored: Readonly<Record<"settings" | "files" | "report", unknown>>,
): [PoolStage, LengthStage, DistractorsStage] {
  const { track, language, before, fewestTokens, ...choosing } = poolSettings.parse(stored.settings);
  const { works, roles, stages, models, odd, replaced, tokenizer } = poolReport.parse(stored.report);
  const files = keptFiles.parse(stored.files);
  const { way, among, distractors, odd: handling, seed } = choosing;
  return [
    {
      stage: "pool",
      settings: { files: files.filter(({ vectorsOf }) => vectorsOf === null), track, language, before },
      counts: { ...passed(stages, "pool"), works, roles },
      models: [],
    },
    {
      stage: "length",
      settings: { fewestTokens, tokenizer },
      counts: passed(stages, "length"),
      models: [],
    },
    {
      stage: "distractors",
      settings: { way, among, distractors, odd: handling, seed },
      counts: { ...passed(stages, "distractors"), odd, replaced },
      models: models.map((one) => ({
        ...one,
        sha256: files.find(({ vectorsOf }) => vectorsOf === one.model)?.sha256 ?? "",
      })),
    },
  ];
}

function passed(stages: PoolReport["stages"], name: StageName) {
  const { into = 0, out = 0, reasons = {} } = stages.find(({ stage }) => stage === name) ?? {};
  return { into, out, reasons };
}
