import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import {
  dropsPerPage,
  keptFiles,
  poolReport,
  poolSettings,
  type DropAddress,
  type PoolTurn,
} from "#lib/benchmarks/lineage/pool-schema.ts";
import { db } from "#lib/db.ts";

type Admin = Viewer<"admin">;

export const droppedPerPage = 50;

/** What each run of the stage gave to the right option, in their order; null where it didn't say. */
export type DroppedCase = { track: string; key: string; why: readonly (number | null)[] };

/** A page of the cases that went out when the benchmark was filtered, as their stage saw them then. In SQL: Prisma doesn't look into lists of stages. */
export async function listDropped(_admin: Admin, benchmarkId: number, page: number): Promise<DroppedCase[]> {
  return db.$queryRaw<DroppedCase[]>`
    SELECT t.name AS track, c.key, d.why
    FROM benchmark_lineage_drops d JOIN benchmark_lineages l ON l.benchmark_id = d.benchmark_id
      JOIN case_versions v ON v.id = d.case_version_id JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
    WHERE d.benchmark_id = ${benchmarkId} AND l.stages -> d.stage::int ->> 'stage' = 'confidence'
    ORDER BY d.case_version_id LIMIT ${droppedPerPage} OFFSET ${(page - 1) * droppedPerPage}`;
}

const linesAtOnce = 1000;

/** Everything that there is, a line each; `place` is what it is ordered by, and isn't told. */
async function* exportLines(read: (after: number) => Promise<{ place: number }[]>): AsyncGenerator<string> {
  for (let after = 0; ;) {
    const rows = await read(after);
    for (const { place: _, ...line } of rows) yield `${JSON.stringify(line)}\n`;
    const last = rows.at(-1);
    if (!last) return;
    after = last.place;
  }
}

/** Every case that was dropped when the benchmark was made: of which it was one, by which stage, and what that knew of it. */
export const exportDropLines = (_admin: Admin, benchmarkId: number): AsyncGenerator<string> =>
  exportLines(
    // In SQL: Prisma doesn't look into lists of stages.
    (after) => db.$queryRaw<{ place: number }[]>`
      SELECT d.case_version_id AS place, p.slug AS "madeOf", t.name AS track, c.key AS id, v.number::int AS version,
        d.stage::int AS stage, l.stages -> d.stage::int ->> 'stage' AS by, d.why
      FROM benchmark_lineage_drops d JOIN benchmark_lineages l ON l.benchmark_id = d.benchmark_id
        JOIN benchmarks p ON p.id = l.parent_benchmark_id JOIN case_versions v ON v.id = d.case_version_id
        JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
      WHERE d.benchmark_id = ${benchmarkId} AND d.case_version_id > ${after}
      ORDER BY d.case_version_id LIMIT ${linesAtOnce}`,
  );

/** What a benchmark’s cases were made of; null where they came as they are. */
export async function getPool(_admin: Admin, benchmarkId: number) {
  const found = await db.benchmarkPool.findUnique({ where: { benchmarkId } });
  return (
    found && {
      settings: poolSettings.parse(found.settings),
      files: keptFiles.parse(found.files),
      report: poolReport.parse(found.report),
      createdAt: found.createdAt,
    }
  );
}
export type StoredPool = NonNullable<Awaited<ReturnType<typeof getPool>>>;

/** A page of the exchanges that didn’t become cases, in the order of the files. */
export async function listDrops(_admin: Admin, benchmarkId: number, { reason, page }: DropAddress) {
  const drops = await db.poolDrop.findMany({
    where: { benchmarkId, ...(reason && { reason }) },
    select: { number: true, key: true, work: true, reason: true, detail: true, turns: true },
    orderBy: { number: "asc" },
    skip: (page - 1) * dropsPerPage,
    take: dropsPerPage,
  });
  return drops.map(({ turns, ...drop }) => ({ ...drop, turns: turns as PoolTurn[] }));
}
export type ListedDrop = Awaited<ReturnType<typeof listDrops>>[number];

export const exportPoolDrops = (_admin: Admin, benchmarkId: number): AsyncGenerator<string> =>
  exportLines(async (after) => {
    const drops = await db.poolDrop.findMany({
      where: { benchmarkId, number: { gt: after } },
      orderBy: { number: "asc" },
      take: linesAtOnce,
    });
    return drops.map(({ number: place, key: id, work, stage, reason, detail, turns }) => {
      return { place, id, work, stage, reason, detail, turns };
    });
  });
