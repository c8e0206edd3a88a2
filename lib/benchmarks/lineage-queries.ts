import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { lineageStages, type Lineage } from "#lib/benchmarks/schema.ts";
import { db } from "#lib/db.ts";

/** Null where nobody made the benchmark of another. */
export async function getLineage(_admin: Viewer<"admin">, benchmarkId: number): Promise<Lineage | null> {
  const found = await db.benchmarkLineage.findUnique({
    where: { benchmarkId },
    select: { stages: true, parent: { select: { slug: true, name: true } } },
  });
  return found && { parent: found.parent, stages: lineageStages.parse(found.stages) };
}
