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

/** All of them, a line each. */
export async function* exportPoolDrops(_admin: Admin, benchmarkId: number): AsyncGenerator<string> {
  for (let after = 0; ;) {
    const drops = await db.poolDrop.findMany({
      where: { benchmarkId, number: { gt: after } },
      orderBy: { number: "asc" },
      take: 1000,
    });
    for (const { key: id, work, stage, reason, detail, turns } of drops)
      yield `${JSON.stringify({ id, work, stage, reason, detail, turns })}\n`;
    const last = drops.at(-1);
    if (!last) return;
    after = last.number;
  }
}
