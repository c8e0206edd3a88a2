import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { isVaried } from "#lib/studies/arms/deal.ts";
import { listOthers, type Pools, readPools, varyCase } from "#lib/studies/arms/variants.ts";
import { differInCases, type Arms, listWays } from "#lib/studies/arms/schema.ts";
import type { Plan } from "#lib/studies/sampling/sampling.ts";
import { kindNameOf } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";
import type { Design } from "#lib/studies/schema.ts";

/** Of the cases of a sample, as far as arms would show them otherwise. */
export type ArmFacts = {
  cases: number;
  /** That can't be shown so: of another kind, or without what would be varied. */
  unfit: number;
  withoutProfiles: number;
  /** By arm: with no more turns than it shows. */
  uncut: number[];
  /** With fewer others in their track than they have options to fill. */
  fewOthers: number;
};

const atOnce = 2000;

/** Undefined where arms show the same cases, or there are none. */
export async function measureArms(
  admin: Viewer<"admin">,
  benchmarkId: number,
  arms: Arms | undefined,
  { cases }: Plan,
): Promise<ArmFacts | undefined> {
  if (!arms || !differInCases(arms.differ)) return undefined;
  const asked = cases.filter(({ stratum }) => isVaried(stratum));
  const pools = arms.differ === "distractors" ? await listPools(admin, benchmarkId, asked) : new Map();
  const facts: ArmFacts = {
    cases: asked.length,
    unfit: 0,
    withoutProfiles: 0,
    fewOthers: 0,
    uncut: arms.arms.map(() => 0),
  };
  for (let from = 0; from < asked.length; from += atOnce) {
    const ids = asked.slice(from, from + atOnce).map(({ versionId }) => versionId);
    const versions = await db.caseVersion.findMany({
      where: { id: { in: ids } },
      select: {
        content: true,
        optionNames: true,
        gold: { select: { choice: true } },
        case: { select: { kind: true, track: { select: { name: true } } } },
      },
    });
    for (const { content: stored, optionNames: names, gold, case: of } of versions) {
      const { varied, content: schema } = serverKindOf(kindNameOf(of.kind));
      if (!varied) {
        facts.unfit++;
        continue;
      }
      const content = schema.parse(stored);
      if (arms.differ === "profiles" && !varied.hasProfiles(content)) facts.withoutProfiles++;
      if (arms.differ === "distractors") {
        if (gold === null || gold.choice === null) facts.unfit++;
        else if (listOthers(pools, { track: of.track.name, names }).length < names.length - 1)
          facts.fewOthers++;
      }
      if (arms.differ !== "context") continue;
      const before = varied.countTurnsBefore(content);
      if (before === null) facts.unfit++;
      else
        for (const [arm, { turns }] of arms.arms.entries())
          if (turns != null && before <= turns) facts.uncut[arm] = (facts.uncut[arm] ?? 0) + 1;
    }
  }
  return facts;
}

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
const listPools = (
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
