import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { readPools, type Pools } from "#lib/studies/arms/distractors.ts";
import { listWays } from "#lib/studies/arms/schema.ts";
import { varyCase } from "#lib/studies/arms/variants.ts";
import type { Design } from "#lib/studies/schema.ts";

type ChosenCase = { versionId: number; variation?: string | null };
export type CaseVariant = { content: unknown; optionNames: string[] };

/** By version, what an arm of a draft will show of it: what opening would store, made and not stored. */
export async function showVaried(
  viewer: Viewer<"admin">,
  benchmarkId: number,
  design: Design,
  chosen: readonly ChosenCase[],
): Promise<Map<number, CaseVariant>> {
  const { arms } = design.assignment;
  const [varied] = chosen.filter(({ variation }) => variation);
  if (!arms || !varied) return new Map();
  const ways = listWays(arms, design.sample.seed);
  const versions = await db.caseVersion.findMany({
    where: { id: { in: chosen.flatMap((one) => (one.variation ? [one.versionId] : [])) } },
    select: {
      id: true,
      content: true,
      optionNames: true,
      gold: { select: { choice: true } },
      case: { select: { key: true, kind: true, track: { select: { name: true } } } },
    },
  });
  const tracks = versions.map(({ case: { track } }) => ({ track: track.name }));
  const pools = arms.differ === "distractors" ? await listPools(viewer, benchmarkId, tracks) : new Map();
  const variationById = new Map(chosen.map(({ versionId, variation }) => [versionId, variation]));
  return new Map(
    versions.map(({ id, content, optionNames: names, gold, case: { key, kind, track } }) => {
      const way = ways.get(variationById.get(id) ?? "");
      if (!way) throw new Error(`no arm shows case ${key} otherwise`);
      const base = { kind, content, names, gold: gold?.choice ?? -1, track: track.name, key };
      const shown = varyCase(base, way, pools);
      return [id, { content: shown.content, optionNames: [...shown.names] }];
    }),
  );
}

/** In SQL: the question is the same as at opening, which has a connection of its own. */
export const listPools = (
  _admin: Viewer<"admin">,
  benchmarkId: number,
  cases: readonly { track: string }[],
): Promise<Pools> =>
  readPools(
    {
      query: async <Row extends object>(sql: string, values: unknown[]) => ({
        rows: await db.$queryRawUnsafe<Row[]>(sql, ...values),
      }),
    },
    benchmarkId,
    cases,
  );
