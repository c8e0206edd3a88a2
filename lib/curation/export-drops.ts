import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";

const dropsAtOnce = 1000;

/** Every case that was dropped when the benchmark was made: of which it was one, by which stage, and what that knew of it. */
export async function* exportDropLines(_admin: Viewer<"admin">, benchmarkId: number): AsyncGenerator<string> {
  for (let after = 0; ;) {
    // In SQL: Prisma doesn't look into lists of stages.
    const drops = await db.$queryRaw<Drop[]>`
      SELECT d.case_version_id AS "versionId", p.slug AS "madeOf", t.name AS track, c.key AS id, v.number::int AS version,
        d.stage::int AS stage, l.stages -> d.stage::int ->> 'stage' AS by, d.why
      FROM benchmark_lineage_drops d JOIN benchmark_lineages l ON l.benchmark_id = d.benchmark_id
        JOIN benchmarks p ON p.id = l.parent_benchmark_id JOIN case_versions v ON v.id = d.case_version_id
        JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
      WHERE d.benchmark_id = ${benchmarkId} AND d.case_version_id > ${after}
      ORDER BY d.case_version_id LIMIT ${dropsAtOnce}`;
    for (const { versionId: _versionId, ...drop } of drops) yield `${JSON.stringify(drop)}\n`;
    const last = drops.at(-1);
    if (!last || drops.length < dropsAtOnce) return;
    after = last.versionId;
  }
}

type Drop = {
  versionId: number;
  madeOf: string;
  track: string;
  id: string;
  version: number;
  stage: number;
  by: string;
  why: unknown;
};
